# Forms do not differ; a package of the images states requirements that the old ones lack. An image that changed differs.
. "$SRC/tests/cli/wrapped/_files"
for f in $forms; do sybil diff shared $f >/dev/null; echo "$f $?"; done
sybil pack --from=dll -o p.syclbin; sybil diff shared p.syclbin; echo $?
sybil pack --from=dll --dialect=spec --format-version=2 -o p.syclbin; sybil diff shared p.syclbin; echo $?
sed 's/-cl-fast/-cl-slow/; s/_ZTS5scale/_ZTS5stale/g' packed >changed
sybil diff packed changed; echo $?
sybil diff two.a object | head -3
