# The code of images, inflated; all forms have the same.
. "$SRC/tests/cli/wrapped/_files"
sybil extract --out-dir=shared.d shared
for f in $forms; do
	sybil extract -q --out-dir=$f.d $f >/dev/null && diff -r shared.d $f.d && echo "$f same"
done
sybil extract --kernel=_ZTS5scale --out-dir=scale two.a
sybil extract --module=4 --image=0 -o one dll; cmp one shared.d/m4.i0.spv && echo same
sybil extract --arch=none -o nothing dll; echo $?
