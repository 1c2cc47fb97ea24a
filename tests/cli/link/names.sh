# Problems name the files of the command line, whatever they become on the way, and only places that these have.
. "$SRC/tests/cli/link/_spirv"
exec 2>&1
head -c 120 main.spv >cut.spv
sybil link helpers.spv cut.spv -o never; echo "= $?"
ar rcS lib.a cut.spv helpers.spv
sybil link main.spv lib.a -o never; echo "= $?"
sybil link main.spv main.spv helpers.spv -o never; echo "= $?"
sybil link main.spv helpers.spv helpers.spv -o never; echo "= $?"
sybil pack -q --state=object --ir=main.spv,target=spir64-unknown-unknown -o main.syclbin
sybil link main.syclbin main.spv helpers.spv -o never; echo "= $?"
[ ! -e never ] || echo "never was written"
