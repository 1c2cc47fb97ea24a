# A package with the same kernels, images and requirements, whatever they were wrapped in.
. "$SRC/tests/cli/wrapped/_files"
sybil pack --from=shared -o shared.syclbin && sybil show shared.syclbin
for f in $forms; do sybil pack --from=$f -o one && cmp shared.syclbin one && echo "$f same"; done
sybil pack --from=shared --aspect-numbers=2026 -o new.syclbin
sybil show -j new.syclbin | grep -A1 '"number"'
sybil diff shared new.syclbin; echo $?
