# Properties are inferred from SPIR-V where none are given; the result passes all rules, in both dialects.
m=$SRC/tests/golden/spirv
sybil pack -o a --state=object --module --ir=$m/opencl.spv,target=spir64-unknown-unknown \
	--module --ir=$m/constants.spv,target=spir64-unknown-unknown
sybil show a | sed -n '/^modules/,$p'
for form in --dialect=dpcpp --dialect=spec --format-version=2; do
	sybil pack $form -o b --state=object --module --ir=$m/constants.spv,target=spir64-unknown-unknown
	sybil check --strict b
	sybil show -j b | python3 -c 'import json, sys
print(json.dumps(json.load(sys.stdin)["modules"][0]["properties"]))'
done
# without --infer there are none; given properties are kept
sybil pack --no-infer -o c --state=input --module --ir=$m/constants.spv && sybil show c | grep -A1 kernels
printf '[SYCL/kernel names]\nmine=1|1\n[SYCL/misc properties]\noptLevel=1|2\n' >mine.prop
sybil pack -o c --state=input --module --ir=$m/constants.spv --properties=mine.prop && sybil show c | sed -n '/kernels/,/images/p'
sybil pack --infer -o c --state=input --module --ir=$m/constants.spv --properties=mine.prop && sybil show c | sed -n '/kernels/,/images/p'
# device globals with image scope are not exported
globals() { sybil pack --infer -o g --state=input --module --ir=$m/constants.spv --properties=g.prop && sybil show g | grep -c 'exported symbols: twice'; }
printf '[SYCL/device globals]\ntwice=2|ABAAAAAAAAABAAAAAAAAAA\n' >g.prop && globals
printf '[SYCL/device globals]\ntwice=2|ABAAAAAAAAABAAAABAAAAA\n' >g.prop && globals
printf '[SYCL/device globals]\nid=2|ABAAAAAAAAABAAAABAAAAA\n' >g.prop && globals
printf '[SYCL/program metadata]\nid@global_id_mapping=2|oAAAAAAAAAAd3l2YlB\n' >>g.prop && globals
# rows of tables
printf "[Code|Properties]\n$m/opencl.spv|\n$m/opencl.spv|mine.prop\n$m/constants.spv|\n" >t
sybil pack -o d --state=input --table=t && sybil show d | grep kernels
sybil pack --no-infer -o d --state=input --table=t && sybil show d | grep kernels
# nonsense
head -c 100 $m/constants.spv >cut.spv
sybil pack -o e --state=input --module --ir=cut.spv; echo $?
sybil pack --no-infer -o e --state=input --module --ir=cut.spv; echo $?
sybil pack --infer --no-infer -o e --state=input --module --ir=cut.spv; echo $?
sybil pack --infer -o e --from=a; echo $?
