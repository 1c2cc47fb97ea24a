# Columns, rows and files that are not there.
. "$SRC/tests/cli/table/_tables"
sybil table --rename=Nothing,X in.table; echo $?
sybil table --extract=Code,Nothing in.table; echo $?
sybil table --replace-cell=Code,2 in.table other.table; echo $?
sybil table --replace-cell=3,0 in.table other.table; echo $?
sybil table --replace=Code,Code in.table other.table; echo $?
sybil table nothing.table; echo $?
sybil table --replace=Code,Code in.table nothing.table; echo $?
sybil table --replace=Code,Code in.table; echo $?
sybil table in.table other.table; echo $?
sybil table --rename=Code in.table; echo $?
sybil table --rename=Code, in.table; echo $?
sybil table --rename=Code,Symbols in.table; echo $?
