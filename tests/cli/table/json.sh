# With -j and an output file: what was written. Without one the table itself. A file to copy cannot be JSON.
. "$SRC/tests/cli/table/_tables"
sybil table -j -o out --extract=Code in.table
sybil table -j --extract=Code in.table; echo $?
sybil table -j --extract=Code in.table -o -; echo $?
sybil table -j --copy-single-file=Code,0 in.table; echo $?
sybil show -j in.table | python3 -c 'import json, sys; print(json.load(sys.stdin)["kind"])'
