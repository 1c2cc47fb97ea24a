# Limits reach into archives and packages, and name the device.
cp "$SRC/tests/golden/zebin/two-acm-g10.zebin" z
cp "$SRC/tests/golden/zebin/two-fat" fat
printf '[SYCL/devicelib req mask]\nDeviceLibReqMask=1|0\n' > a.prop
sybil pack -o p --state=executable --module --properties=a.prop --native=z,arch=intel_gpu_acm_g10,target=spir64_gen-unknown-unknown
for f in z fat p; do
	sybil check $f --fail-if 'add:code>1' 2>&1 | grep '\[gate'; echo "exit ${PIPESTATUS[0]}"
done
sybil check -q z --fail-if 'code>1M'; echo "exit $?"
