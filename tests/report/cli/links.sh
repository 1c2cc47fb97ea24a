# Imports and exports over files, and link maps.
. "$SRC/tests/cli/_package"
printf '[SYCL/kernel names]\n_ZTS5Alpha=1|1\n[SYCL/imported symbols]\n_Z3foov=1|1\nbar=1|1\n' >user.prop
printf '[SYCL/exported symbols]\n_Z3foov=1|1\n' >library.prop
sybil pack -o user --state=object --module --properties=user.prop --ir=a.spv
sybil pack -o library --state=object --module --properties=library.prop --ir=a.spv
printf '{"state": "object", "inputs": [], "modules": [{"imports": ["x"], "bytes": 12, "image": null, "kept": true}], "text": "12"}\n' >m.json
sybil show --html -j user library --map=m.json | python3 -c 'import json, sys
for part, rows in json.load(sys.stdin)["links"].items():
    for row in rows: print(part, row)'
printf '[1]\n' >list.json
printf 'state: object\nmodules:\n  module 0:\n    kernels: k\n' >text.map
printf '{"some": "object"}\n' >object.json
printf '{"a": ' >cut.json
sybil show --html -j user --map=list.json; echo "exit $?"
sybil show --html -j user --map=text.map; echo "exit $?"
sybil show --html -j user --map=object.json; echo "exit $?"
sybil show --html -j user --map=cut.json; echo "exit $?"
sybil show --html -j user --map=none.json; echo "exit $?"
