# All images into a folder, under names that say what they are.
. "$SRC/tests/cli/_package"
pack_two p
sybil extract p --out-dir=out --metadata
ls out
cmp out/m0.i0.spv a.spv && cmp out/m0.i1.pvc.bin n.bin && cmp out/m1.i0.prop b.prop
sybil extract -j p --out-dir=out --kind=native
cp p q
sybil extract p q --out-dir=both --module=1
cat p q >pq
sybil extract pq --out-dir=both --kind=native
ls both
