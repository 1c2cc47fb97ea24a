# Nothing matched: exit 1 and nothing written. More than one for -o: exit 2. One file of two: the rest is done.
. "$SRC/tests/cli/_package"
pack_two p
sybil extract p --arch=none -o x; echo $?
sybil extract p --arch=none --out-dir=d; echo $?
sybil extract p --module=7 -o x; echo $?
sybil extract p -o x; echo $?
sybil extract p p --out-dir=e; echo $?
sybil prune p --drop-native -o q
sybil extract p q --kind=native --out-dir=f; echo $?
sybil extract p; echo $?
sybil extract p -o x --out-dir=y; echo $?
sybil extract p -o - --metadata; echo $?
ls f
test ! -e x -a ! -e d -a ! -e e
