. "$SRC/tests/cli/show/_sample"
printf '[Code|Properties]\na.spv|a.prop\n' > files.table
for f in a.prop files.table a.spv b.ptx; do
	sybil show $f
	echo --
done
sybil show -j a.spv
