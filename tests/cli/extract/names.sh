# Architectures are untrusted: they cannot leave the folder or hide.
. "$SRC/tests/cli/_package"
sybil pack -o p --state=input --module '--native=n.bin,arch=../../evil name' --native=n.bin,arch=/etc/x \
	--native=n.bin,arch=$'\x1b[31m' --native=n.bin,arch=..
sybil extract -q p --out-dir=out >/dev/null
ls out
