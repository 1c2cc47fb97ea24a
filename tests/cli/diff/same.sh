# The form of a package is not a difference.
. "$SRC/tests/cli/show/_sample"
sybil pack --from=s.syclbin -o bare.syclbin --container=none
sybil pack --from=s.syclbin -o v2.syclbin --format-version=2
sybil pack --from=s.syclbin -o zstd.syclbin --compress=zstd
sybil pack --from=s.syclbin -o spec.syclbin --dialect=spec
for f in s bare v2 zstd spec; do
	sybil diff s.syclbin $f.syclbin; echo "exit $?"
done
