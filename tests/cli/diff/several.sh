# Files with several packages are compared as a whole: the order of packages is not a difference, a missing one is.
command -v ar >/dev/null || { echo "ar is not there" >&2; exit 77; }
. "$SRC/tests/cli/_package"
z=$SRC/tests/golden/zebin/two-acm-g10.zebin
sybil pack -q -o a --state=executable --module --properties=a.prop --ir=a.spv
sybil pack -q -o b --state=executable --module --properties=b.prop --ir=a.spv
ar rc two.a a b; ar rc turned.a b a; ar rc one.a a
sybil diff two.a one.a; echo "exit $?"
sybil diff one.a two.a | sed -n '1p; /^  [pm]/p; /change/p'; echo "exit ${PIPESTATUS[0]}"
sybil diff two.a turned.a; echo "exit $?"
sybil diff a one.a; echo "exit $?"
sybil diff -j two.a a | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["same"], d["a"].get("packages"), d["b"].get("packages"))'
# the same kernels in each, with other code: pairs have the same images
cp a c; sybil pack -q -o d --state=executable --module --properties=a.prop --native=a.spv,arch=sm_80
ar rc cd.a c d; ar rc dc.a d c
sybil diff cd.a dc.a; echo "exit $?"
# kernels with ZE Info: same is of both
printf '[SYCL/kernel names]\nadd=1|1\nlast=1|1\n' >z.prop
sybil pack -q --no-infer -o z --state=executable --module --properties=z.prop --native="$z",arch=intel_gpu_acm_g10
cp z y; ar rc zebins.a z y a; ar rc zebin.a z; ar rc others.a a z y
sybil diff zebins.a zebin.a | sed -n '1,5p; /^  [pm]/p'; echo "exit ${PIPESTATUS[0]}"
sybil diff --fail-if-worse zebins.a zebin.a >out; echo "exit $?"
sybil diff --fail-if-worse zebin.a zebins.a >out; echo "exit $?"
sybil diff zebins.a others.a; echo "exit $?"
# a package that cannot be opened is reported, wherever it is
head -c 300 b >cut; ar rc broken.a a cut
sybil diff broken.a two.a; echo "exit $?"
