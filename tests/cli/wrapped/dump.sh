# The other tool knows packages only.
. "$SRC/tests/cli/wrapped/_files"
for f in shared object dll two.a; do syclbin-dump $f; echo "$f $?"; done
sybil pack --from=shared -o p.syclbin && syclbin-dump p.syclbin | head -5
