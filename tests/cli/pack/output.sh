# On failure nothing is left behind and an existing output stays.
. "$SRC/tests/cli/_package"
echo old >out
sybil pack -o out --state=input --module --ir=nothing.spv,type=spirv; echo $?
cat out
sybil pack -o nowhere/out --state=input --module --ir=a.spv; echo $?
pack_two - | cmp - <(pack_two out; cat out)
pack_two out -j
ls
