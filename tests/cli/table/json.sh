# With -j and an output file: what was written. Both cannot go to standard output.
. "$SRC/tests/cli/table/_tables"
sybil table -j -o out --extract=Code in.table
sybil table -j --extract=Code in.table; echo $?
sybil show -j in.table | python3 -c 'import json, sys; print(json.load(sys.stdin)["kind"])'
