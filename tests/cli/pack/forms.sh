# Every form holds the same; packing twice gives the same bytes.
. "$SRC/tests/cli/_package"
pack_two a && pack_two b && cmp a b
for form in '--dialect=spec' '--dialect=dpcpp --container=none' '--format-version=2' '--compress=zstd' \
	'--compress=zlib:9' '--container=offload --dialect=spec'; do
	# shellcheck disable=SC2086
	pack_two c $form && sybil diff a c && sybil check c
	# shellcheck disable=SC2086
	sybil pack --from=a -o d $form && sybil diff c d && cmp c d
	sybil show -j c | python3 -c 'import json, sys
d = json.load(sys.stdin)
print(d["format_version"], d["container"], d["compression"], d["state"], len(d["modules"]))'
done
