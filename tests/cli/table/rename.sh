# Columns get other names; content and order stay.
. "$SRC/tests/cli/table/_tables"
sybil table --rename=Code,Binary --rename=Symbols,Names in.table
