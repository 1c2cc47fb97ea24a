# A single file.
. "$SRC/tests/cli/tform/_tables"
file-table-tform -copy_single_file=Code,0 -o out in.table && cmp out a_0.bc
file-table-tform -copy_single_file=0,1 -o out in.table && cmp out a_1.bc
file-table-tform --copy_single_file Code,1 -o - in.table && echo
