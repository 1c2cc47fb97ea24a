. "$SRC/tests/cli/show/_sample"
left() { sybil show -j "$1" | python3 -c '
import json, sys
for m in json.load(sys.stdin)["modules"]:
    print(m["kernels"], [i["arch"] or i["type"] for i in m["images"]])'; }
sybil prune s.syclbin -o p --drop-native && left p && echo --
sybil prune s.syclbin -o p --drop-arch='pv*' && left p && echo --
sybil prune s.syclbin -o p --keep-arch=sm_80 && left p && echo --
sybil prune s.syclbin -o p --keep-kernel=va\* && left p && echo --
sybil prune s.syclbin -o p --keep-kernel=scale --drop-ir && left p && echo --
sybil prune s.syclbin -o p --drop-module=0 && left p && echo --
sybil prune s.syclbin -o p && cmp p s.syclbin && echo unchanged
# names to keep that do not exist are reported, with or without a similar name
sybil prune s.syclbin -o p --keep-arch=spriv && left p && echo --
sybil prune s.syclbin -o p --keep-arch=sm_8 --keep-arch=sm_80 && left p && echo --
sybil prune s.syclbin -o p --keep-kernel=nobody --keep-kernel=scale --drop-arch=else --drop-kernel=nothing && left p
