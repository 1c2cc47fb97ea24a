# Files of every kind: zebins, archives by member, packages.
cp "$SRC/tests/golden/zebin/two-acm-g10.zebin" z
cp "$SRC/tests/golden/zebin/two-fat" fat
sybil diff z z; echo "exit $?"
sybil diff fat fat; echo "exit $?"
sybil zeinfo set z -o more 'add:slm=1024'
sybil diff z more; echo "exit $?"
sybil diff "$SRC/tests/golden/zebin/two-tgllp-32.zebin" z --fail-if-worse | grep -v section; echo "exit ${PIPESTATUS[0]}"
printf '[SYCL/devicelib req mask]\nDeviceLibReqMask=1|0\n' > a.prop
pack() { sybil pack -o $1 --state=executable --module --properties=a.prop --native=$2,arch=acm,target=spir64_gen-unknown-unknown; }
pack p z; pack q more
sybil diff p q --fail-if-worse | grep -v -e offset -e '^    ' ; echo "exit ${PIPESTATUS[0]}"
sybil diff p q -j | python3 -c '
import json, sys
d = json.load(sys.stdin)
print(sorted(d), d["same"], d["worse"], [k["summary"] for k in d["kernels"]], len(d["differences"]))'
sybil diff p z; echo "exit $?"
sybil diff --tolerance=x z z; echo "exit $?"
