# Of a file that holds several zebins, one is chosen by device, member or architecture; it is written by itself.
command -v ar >/dev/null || { echo "ar is not there" >&2; exit 77; }
cp "$SRC/tests/golden/zebin/two-acm-g10.zebin" z
cp "$SRC/tests/golden/zebin/two-fat" fat
printf '[SYCL/devicelib req mask]\nDeviceLibReqMask=1|0\n' > a.prop
sybil pack -o p --state=executable --module --properties=a.prop \
	--native=z,arch=intel_gpu_acm_g10,target=spir64_gen-unknown-unknown \
	--native=fat,arch=any,target=spir64_gen-unknown-unknown
sybil pack --offload -o o --image=file=z,triple=spir64_gen,arch=acm-g10
for file in fat p; do
	sybil zeinfo print $file; echo "exit $?"
done
sybil zeinfo print z > want
sybil zeinfo print o | cmp - want && echo same
for device in 'acm-g10' 'intel_gpu_*'; do
	sybil zeinfo print p --device="$device" | cmp - want && echo same
done
sybil zeinfo print z --device=acm-g10 | cmp - want && echo same
ar p fat 64.12.0.0 > member
sybil zeinfo print member > want
for device in tgllp 64.12.0.0; do
	sybil zeinfo print fat --device=$device | cmp - want && echo same
done
sybil zeinfo rename fat --device=tgllp -o a add=plus; echo "exit $?"
sybil zeinfo rename member -o b add=plus; cmp a b && echo same
sybil zeinfo lower p --device=tgllp -o a --to=1.19 && sybil zeinfo lower member -o b --to=1.19 && cmp a b && echo same
sybil zeinfo set fat -o t --device=pvc add:slm=1; echo "exit $?"
sybil zeinfo set fat -o t --device='64.12.*' add:slm=1; echo "exit $?"
sybil zeinfo print want --device=tgllp; echo "exit $?"
