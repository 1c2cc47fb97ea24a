# Tables listed in a table become one.
. "$SRC/tests/cli/tform/_tables"
printf '[Tables]\nin.table\nin.table\n' >all.table
file-table-tform -merge=Tables -o - all.table
