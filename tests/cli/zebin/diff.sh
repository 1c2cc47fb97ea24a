# What changed, worst first; worse or not is an exit code of its own.
. "$SRC/tests/cli/zebin/_text"
ze_old > a
sed -e '0,/grf_count:       128/s//grf_count:       256/' -e 's/size:            2048/size:            1024/' a > b
sybil diff a b; echo "exit $?"
sybil diff --fail-if-worse a b >/dev/null; echo "exit $?"
sed 's/size:            2048/size:            1024/' a > c
sybil diff --fail-if-worse a c; echo "exit $?"
sybil diff --fail-if-worse c a >/dev/null; echo "exit $?"
sybil diff a a; echo "exit $?"
echo "across versions, where one cannot tell spill from private:"
sed -e 's/1.20/1.39/' -e '/usage:           single_space/,/size:/s/65536/32768/' a > d
sybil diff a d; echo "exit $?"
echo "gone and new:"
sed 's/name:            apart/name:            other/' a > e
sybil diff --fail-if-worse a e; echo "exit $?"
sybil diff -j a e | python3 -c '
import json, sys
d = json.load(sys.stdin)
print(sorted(d), d["same"], d["worse"])
for k in d["kernels"]:
    print(k["name"], k["change"], k["verdict"], sorted(k))'
