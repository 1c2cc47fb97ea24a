# Device code outside of packages: each container is a module, its code for each target an image.
g=$SRC/tests/golden
for f in bundle/binary bundle/compressed bundle/text bundle/fat-object bundle/hip-object bundle/ocloc-archive offload/fat-archive; do
	cp "$g/$f" .
	sybil extract "${f#*/}" --out-dir="d-${f#*/}"
done
sybil extract -j ocloc-archive --out-dir=e --kind=ir; echo $?
sybil extract -j ocloc-archive --out-dir=e --kind=native --arch='*pvc'
sybil extract hip-object --kernel='k2*' --arch=gfx906 -o k2.bin && od -A n -c -N 4 k2.bin
sybil extract hip-object -o x; echo $?
sybil extract binary -o - | od -A n -t x1 -N 4
