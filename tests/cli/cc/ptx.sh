# -fsycl-link takes packages for the targets that they have, and fails as sybil link does.
. "$SRC/tests/cli/cc/_sources"
sources_modules=$(declare -f modules)
. "$SRC/tests/cli/link/_packages"
eval "$sources_modules"
package use k '' f
package lib '' f ''
sybil cc -fsycl-link use.syclbin lib.syclbin -o linked.syclbin && modules linked.syclbin
sybil cc -fsycl-link -fsyclbin=object use.syclbin -o open.syclbin && modules open.syclbin
sybil cc -fsycl-link -fsycl-targets=spir64 use.syclbin lib.syclbin -o none.syclbin; echo "exit $?"
sybil link use.syclbin -o none.syclbin; echo "exit $?"
sybil cc -fsycl-link use.syclbin -o none.syclbin; echo "exit $?"
state=executable package done k2 '' ''
sybil link done.syclbin -o none.syclbin; echo "exit $?"
sybil cc -fsycl-link done.syclbin -o none.syclbin; echo "exit $?"
ls none.syclbin
clean
