# A thousand kernels on all targets stay small: indices in place of texts.
{ echo '[SYCL/kernel names]'; for i in {0..999}; do echo "_ZTSN4acme8numerics6kernelILi${i}E5tableIfLi${i}EEE=1|1"; done; } >k.prop
python3 "$SRC/bench/make_spirv_kernels.py" 1000000 k.spv
sybil pack -o p --state=executable --module --properties=k.prop --ir=k.spv --module --infer --ir=k.spv
sybil show --html -j p >doc.json
sybil show --hash -j p >shown.json
sybil show --html p -o page.html
python3 - <<'EOF'
import json, os
d = json.load(open("doc.json"))
compact = len(json.dumps(d, separators=(",", ":"), ensure_ascii=False))
print(len(d["kernels"]) > 1000, len(d["devices"]) > 80, len(d["answers"]) < 4, compact < 1500000 or compact)
page = os.stat("page.html").st_size
print(page <= 2000000 or page)
print(d["files"][0].get("shown_without"), d["files"][0]["shown"] == json.load(open("shown.json")))
EOF
