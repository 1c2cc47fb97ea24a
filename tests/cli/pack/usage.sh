# Ways of packing and their options that do not go together.
. "$SRC/tests/cli/_package"
try() {
	sybil pack "$@"
	echo $?
}
try -o x
try -o x --module
try --state=input --module
try -o x --table=t --from=a
try -o x --from=a --arch=pvc
try -o x --state=input --module --image=file=a
try -o x --offload --state=input
try -o x --offload
try -o x --state=input --table=t --ir-type=ptx --arch=pvc
try -o x --state=input --module --ir=n.bin
try -o x --state=input --module --ir=a.spv,type=dxil
try -o x --state=input --module --ir=a.spv,tpye=spirv
try -o x --state=input --module --ir=a.spv,arch=pvc
try -o x --state=input --module --ir=a.spv,type=
try -o x --state=input --module --ir=,type=spirv
try -o x --state=input --module --native=n.bin
try -o x --state=input --module --compress=lzma
try -o x --state=input --module --compress=zlib:10
try -o x --state=input --module --compress=zstd:
try -o - -j --state=input --module
test ! -e x
