# The JSON has what was promised, in every form of a package.
. "$SRC/tests/cli/show/_sample"
sybil pack --from=s.syclbin -o bare.syclbin --container=none
sybil pack --from=s.syclbin -o v2.syclbin --format-version=2
sybil pack --from=s.syclbin -o zstd.syclbin --compress=zstd
sybil pack --from=s.syclbin -o spec.syclbin --dialect=spec
for f in s bare v2 zstd spec; do
	sybil show -j $f.syclbin > $f.json && python3 "$SRC/tests/cli/show/_shape.py" $f.json $f.syclbin && echo "$f: yes"
done
