# Columns by name, order changed, titles dropped.
. "$SRC/tests/cli/tform/_tables"
file-table-tform -extract=Code -drop_titles -o out in.table && cat out
file-table-tform --extract=Symbols,Code -o=out in.table && cat out
