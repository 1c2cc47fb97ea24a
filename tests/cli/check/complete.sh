# Kernels that native images lack: named in properties, or found in the SPIR-V.
cp "$SRC"/tests/golden/zebin/two-* .
printf '[SYCL/kernel names]\nadd=1|1\nlast=1|1\n' >good.prop
printf '[SYCL/kernel names]\nadd=1|1\nlost=1|1\n' >bad.prop
pack() {
	sybil pack -o "$1" --state=executable --module "--properties=$2" \
		--native=two-fat,arch=acm_g11,target=spir64_gen-unknown-unknown \
		--native=two-tgllp-32.zebin,arch=tgllp,target=spir64_gen-unknown-unknown
}
pack good good.prop
sybil check good
pack bad bad.prop
sybil check bad; echo $?
