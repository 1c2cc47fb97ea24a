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
# native code for one device beside the module that it is from is an alternative; twice for that device it is not
printf 'poclbin\0' >c.bin
cpu=c.bin,arch=x86_64,target=spir64_x86_64-unknown-unknown
sybil pack -o r --state=executable --module --properties=a.prop --native="$cpu" --module --properties=a.prop \
	--ir=a.spv,type=spirv,target=spir64-unknown-unknown
sybil check r; echo $?
sybil pack -o r --state=executable --module --properties=a.prop --native="$cpu" --module --properties=a.prop --native="$cpu"
sybil check r; echo $?
