# A form that is asked for wins over one that was only taken over; every pair of forms is a rewrite away.
. "$SRC/tests/cli/_package"
pack_two bare --container=none
pack_two v2 --format-version=2
pack_two zstd --compress=zstd
form() {
	sybil show -j "$1" | python3 -c 'import json, sys
d = json.load(sys.stdin)
print(d["format_version"], d["container"], d["compression"])'
}
for from in bare v2 zstd; do
	for wish in --container=none --format-version=1 --format-version=2 --compress=zlib --compress=none \
		'--container=none --format-version=1 --compress=none'; do
		# shellcheck disable=SC2086
		sybil pack --from=$from -o out $wish && echo "$from $wish: $(form out)"
		sybil diff $from out
	done
done
sybil pack --from=bare -o out --container=none --format-version=2
sybil pack --from=bare -o out --container=none --compress=zstd
