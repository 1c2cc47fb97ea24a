# A column is replaced by one of another table, the cell by a file's name.
. "$SRC/tests/cli/table/_tables"
sybil table --replace=Code,SPIRV in.table other.table
sybil table --replace-cell=Code,1 in.table other.table
sybil table --replace-cell=2,0 in.table other.table
