# The output is a copy of the file that a cell names.
. "$SRC/tests/cli/table/_tables"
sybil table --copy-single-file=Code,1 -o copy in.table && cmp copy a_1.bc
sybil table --copy-single-file=0,0 in.table && echo
sybil table --copy-single-file=Symbols,1 in.table; echo $?
sybil table --copy-single-file=Code,0 --rename=Code,X in.table; echo $?
