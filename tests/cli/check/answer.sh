# Clean is silent; findings are diagnostics; the worst file decides.
. "$SRC/tests/cli/_package"
pack_two p
sybil check p; echo $?
sybil check -v p a.prop; echo $?
sybil pack -o q --state=executable --module --ir=n.bin,type=spirv,target=spir64-unknown-unknown
sybil check p q; echo $?
echo unknown >u
sybil check p u; echo $?
sybil check p u nothing; echo $?
sybil check; echo $?
