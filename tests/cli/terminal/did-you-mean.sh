# Errors suggest the nearest known name, and name the kind of a file that a verb does not accept.
. "$SRC/tests/cli/_package"
printf '[SYCL/kernel names]\nalpha_kernel=1|1\nbeta=1|1\n' >k.prop
sybil pack -o p --state=executable --properties=k.prop --ir=a.spv,target=spir64-unknown-unknown \
	--native=n.bin,arch=pvc,target=spir64_gen-unknown-unknown
printf '[A|B]\n1|2\n' >t
exec 2>&1
# kernels and architectures
sybil extract p --kernel=alpha_kernal -o o
sybil extract p --kernel='alpha*' --arch=pcv -o o
sybil extract p --kernel=quite_different -o o
sybil prune p --keep-kernel=alpha_kernl -o o
sybil prune p --keep-arch=pcv -o o
sybil prune p --drop-kernel=bata -o o
sybil prune p --drop-kernel=quite_different -o o
cp "$SRC/tests/golden/zebin/two-acm-g10.zebin" z
sybil extract z --kernel=lasd -o o
sybil extract z --kernel=quite_different -o o
sybil zeinfo set z lasd:simd_size=16 -o o
sybil zeinfo rename z lasd=first -o o
sybil check z --fail-if='lasd:spill>0'
sybil check z --fail-if='quite_different:spill>0'
sybil pack -o q --state=executable --native=n.bin,arch=pcv,target=spir64_gen-unknown-unknown
sybil check -v q 2>&1 | grep image-arch
# values
sybil pack --state=exectable -o o
sybil pack --compress=zsdt -o o --from=p
sybil pack --state=input --ir=a.spv,type=spriv -o o
sybil zeinfo prnt p
sybil show --color=nevr p
sybil show --color=blue p
sybil check --target=intel_gpu_pcv p
sybil --verson
# files of another kind
sybil size a.spv
sybil prune t -o o
sybil table a.spv
sybil zeinfo print t
sybil filter --target=spir64 p
sybil extract k.prop -o o
sybil pack --from=a.spv -o o
sybil pack --state=object --table=a.spv -o o
sybil pack --state=input --properties=t --ir=a.spv -o o
sybil link k.prop -o o
head -c 64 /dev/zero >junk
sybil extract junk -o o
mkfifo pipe
cat t >pipe &
sybil size pipe
# zebins without --kernel, files without device code, source files, compressed files
sybil extract z -o o
gcc -c -x c /dev/null -o x.o
sybil prune x.o -o o
printf 'kernel void k(void) {}' >k.cl
sybil size k.cl
sybil cc k.prop -o o
printf 'some text' | gzip >text.gz
sybil zeinfo print text.gz
printf '.version 7.0\n.target sm_50\n' >a.ptx
sybil filter --target=spir64 a.ptx -o o
sybil table a.ptx
# case, swapped letters, last parts, values; no suggestion for a single letter
sybil check --target=intel_gpu_PVC p
sybil check --target=pvc p
sybil SHOW p
sybil show --HASH p
sybil cc -fscyl-targets=spir64 k.cl
sybil cc -fsycl-targts=spir64 k.cl
sybil cc -q k.cl
sybil run --device=cpu --list p 2>&1 | tail -1
printf '[Code|Symbols]\na|b\n' >titled
sybil table --extract=Cod titled
sybil extract z --section=.text.lasd -o o
sybil pack --state=object -o object --ir=a.spv
sybil link --targets=spri64 object -o o
sybil pack --state=input --ir=a.spv,typ=spirv -o o
printf '[SYCL/devise requirements]\na=1|1\n' >odd.prop
sybil check -v odd.prop
# files of unknown kind; packages without zebins; options that name files
sybil show k.cl
sybil check k.cl
sybil show x.o k.cl >/dev/null
printf 'define' >k.ll
sybil check k.ll
sybil show --html k.ll -o o
sybil zeinfo print p
sybil pack --from=p --container=none -o bare
sybil zeinfo print bare
sybil pack -q -o zp --state=executable --native=z,arch=acm-g10,target=spir64_gen-unknown-unknown
sybil zeinfo set zp last:sim_size=16 -o o
sybil check --device-config=p --target=spir64 p
# empty files
: >empty
sybil link empty -o o
sybil pack --state=object --ir=empty -o o
sybil cc empty -o o
cp empty empty.bc
sybil cc empty.bc -o o
# short words, beginnings of words, arguments of run, keys and kinds of images
sybil cc --map=m k.cl
sybil show --out=o p
sybil show --o p
sybil run --global=4 p beta buf:f32:4=itoa
sybil run --global=4 p beta buf:f32:4=rnd:7
sybil run --global=4 p beta buf:f32:4=other
sybil run k.cl
sybil run p
sybil pack --offload --image=fil=a.spv,triple=t -o o
sybil pack --offload --image=file=a.spv,triple=t,kind=sycll -o o
sybil pack --offload --image=file=a.spv,triple=t,kind=vulkan -o o
exit 0
