# A target that no row suits gets a table without rows, and packing that one works.
. "$SRC/tests/cli/filter/_rows"
{ head -1 t.table; grep '^fp64' t.table; } >one.table
sybil filter --target=intel_gpu_dg1 one.table -o none.table; echo "exit $?"; cat none.table
sybil pack --table=none.table --state=executable -o p; echo "exit $?"
sybil show p | tail -1
