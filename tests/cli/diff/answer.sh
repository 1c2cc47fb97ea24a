# Same is 0, different is 1, and the difference is printed.
. "$SRC/tests/cli/_package"
pack_two p
pack_two q --format-version=2 --dialect=spec
sybil diff p q; echo $?
sybil prune p -o r --drop-native
sybil diff p r; echo $?
sybil diff -j p r | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["version"], d["same"], len(d["differences"]))'
sybil diff p nothing; echo $?
sybil diff p a.prop; echo $?
sybil diff - - <p; echo $?
sybil diff p - <p
