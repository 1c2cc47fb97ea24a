# Operations run in the order of the command line.
. "$SRC/tests/cli/table/_tables"
sybil table --rename=Code,X --extract=X in.table
sybil table --extract=X --rename=Code,X in.table
echo $?
