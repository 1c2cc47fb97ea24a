# Programs, libraries, objects and archives with wrapped images.
. "$SRC/tests/cli/wrapped/_files"
sybil show shared
for f in $forms two.a; do
	echo "-- $f"
	sybil show $f | grep -v '^ \{6\}'
done
