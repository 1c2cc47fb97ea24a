# What is read is not written over by something of another kind.
. "$SRC/tests/cli/_package"
sybil pack -o p --state=object --ir=a.spv
before=$(sha256sum p a.spv)
sybil link p -o p; echo $?
sybil link p -o o --map=p; echo $?
ln -s p other
sybil link p -o other; echo $?
sybil build a.spv -o a.spv; echo $?
sybil link p -o n --map=./n; echo $?
sybil link p -o ./n --map="$PWD/n"; echo $?
sybil link p -o /dev/stdout --map=/dev/stdout | wc -c
ls
[ "$before" = "$(sha256sum p a.spv)" ] && echo the same
