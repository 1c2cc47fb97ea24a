# Properties that contradict each other, with both places.
. "$SRC/tests/cli/link/_packages"
package a k1 '' f '[SYCL/device requirements]\nreqd_sub_group_size=1|8\n[X/mine]\nv=1|1\n'
package b '' f '' '[SYCL/device requirements]\nreqd_sub_group_size=1|16\n[X/mine]\nv=1|2\n'
sybil link a.syclbin b.syclbin -o out; echo "exit $?"
test ! -e out && echo 'nothing written'
