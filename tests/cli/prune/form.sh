# Selectors; the form of the input is kept.
. "$SRC/tests/cli/_package"
pack_two p --compress=zstd
shows() {
	sybil show -j "$1" | python3 -c 'import json, sys
d = json.load(sys.stdin)
print(d["compression"], [[i["arch"] or i["type"] for i in m["images"]] for m in d["modules"]])'
}
sybil prune p -o q && cmp p q
sybil prune p -o q --drop-native && shows q
sybil prune p -o q --keep-arch='sm_*' && shows q
sybil prune p -o q --drop-arch=pvc --keep-kernel='*Alpha' && shows q
sybil prune p -o q --drop-module=0 && shows q
sybil prune p -o q --keep-kernel=Beta -j
