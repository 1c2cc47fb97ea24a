# One image into a file or to standard output, by every selector.
. "$SRC/tests/cli/_package"
pack_two p
sybil extract p --module=0 --image=1 -o x && cmp x n.bin
sybil extract p --kind=native -o x && cmp x n.bin
sybil extract p --arch='p?c' -o - | cmp - n.bin
sybil extract p --kernel=_ZTS4Beta -o x && cmp x a.spv
sybil extract - --kernel=Beta -o x --metadata <p && cmp x a.spv && cmp x.prop b.prop
sybil extract p --module=1 -o y.spv --metadata && ls y.*
