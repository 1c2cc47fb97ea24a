# When a file cannot be written, those before it are removed again.
. "$SRC/tests/cli/_package"
pack_two p
mkdir -p out/m1.i0.spv
echo old >out/m0.i0.spv
sybil extract p --out-dir=out; echo $?
ls out
