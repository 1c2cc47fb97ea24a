# SPIR-V modules to one: resolved symbols disappear; the map, and -j.
. "$SRC/tests/cli/link/_spirv"
sybil link --spirv main.spv helpers.spv -o out.spv && sybil show out.spv | head -4
sybil link --spirv helpers.spv main.spv --create-library -o lib.spv --map=lib.map --verify-ids && cat lib.map
sybil link --spirv main.spv --allow-partial-linkage -o open.spv -j
sybil link --spirv main.spv helpers.spv --keep-export=_Z6helperj -o kept.spv --target-env=spv1.3 --map=kept.json
python3 -c 'import json; d = json.load(open("kept.json")); print(d["spirv_version"], d["symbols"][0]["visible"], d["totals"])'
sybil link --spirv main.spv helpers.spv -o - | cmp - out.spv
