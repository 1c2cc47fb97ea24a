# Columns are kept in the order they are asked for; titles can be dropped.
. "$SRC/tests/cli/table/_tables"
sybil table --extract=Symbols,Code in.table
sybil table --extract=Code --drop-titles in.table
