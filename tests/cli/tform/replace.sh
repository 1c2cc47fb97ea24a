# Replace a column, then rename it; files are taken in order.
. "$SRC/tests/cli/tform/_tables"
file-table-tform -replace=Code,SPIRV -rename=Code,IR -o out in.table other.table && cat out
file-table-tform -replace_cell=Code,0 -replace_cell=Code,1 in.table other.table a_0.bc -o - 
