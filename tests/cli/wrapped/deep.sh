# With --deep, the code of images is shown, of a compressed one, too.
. "$SRC/tests/cli/wrapped/_files"
sybil show -j --deep --raw dll | python3 -c '
import json, sys
for m in json.load(sys.stdin)["contents"][0]["modules"]:
    content = m["images"][0].get("content", {})
    print(m["index"], list(m["raw"]), content.get("kind"), [k["name"] for k in content.get("kernels", [])], content.get("exports"))'
