# Findings are in the document; names of kernels may hold anything.
sed 's/name:            apart/name:            _Z3fooIiEvT_/' > t <<END
$(. "$SRC/tests/cli/zebin/_text"; ze_old)
END
sybil check -j t --fail-if '_Z3fooIiEvT_:spill>0' --fail-if 'both:spill>0' 2>/dev/null | python3 -c '
import json, sys
f = json.load(sys.stdin)["files"][0]
print(f["ok"])
for d in f["diagnostics"]:
    if d["check"].startswith("gate"):
        print(d["severity"], d["check"], d["text"])'
sybil check -q t --fail-if 'void foo<int>(int):spill>0' --fail-if 'void foo<*>(*):simd>=8'; echo "exit $?"
