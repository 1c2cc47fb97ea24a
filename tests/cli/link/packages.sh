# Kernels that call each other are united, a library is linked into its user, unreached modules are dropped; the map lists it.
. "$SRC/tests/cli/link/_packages"
package a k1 g f
package b k2 f g '[SYCL/misc properties]\noptLevel=1|2\n' --format-version=2
package lib '' h '' '' --dialect=spec
package user k3 '' h
package unused '' u ''
sybil link a.syclbin b.syclbin lib.syclbin user.syclbin unused.syclbin -o out.syclbin --map=out.map; echo "exit $?"
modules out.syclbin
cat out.map
sybil check --strict out.syclbin && echo clean
sybil extract out.syclbin --module=0 -o - | grep -c '\.func helper'
