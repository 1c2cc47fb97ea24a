# Bytes per lane on request; the others stay in the JSON.
. "$SRC/tests/cli/zebin/_text"
ze_old > old
sybil show --per-lane old
sybil show --per-lane -j old | python3 -c '
import json, sys
for k in json.load(sys.stdin)["kernels"]:
    print(k["name"], {key: value for key, value in k.items() if key.startswith(("spill", "private", "scratch"))})'
