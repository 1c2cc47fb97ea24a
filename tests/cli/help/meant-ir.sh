# The same for the verbs that need LLVM.
sybil opt --list >/dev/null 2>&1 || { echo "built without LLVM" >&2; exit 77; }
. "$SRC/tests/cli/help/_meant"
table <<'END'
sybil opt --passes=dead-arg k.ll
sybil opt --passes=zzz k.ll
sybil opt --passes=propagate-aspects --fixed-targets=intel_gpu_pcv k.ll
sybil opt --passes=propagate-aspects --exclude-aspects=fp46 k.ll
sybil opt --explain=from_txt k.ll
sybil opt --explain=from_text:fp46 k.ll
sybil opt -Wfixed-target k.ll -o o
sybil opt --dialect=spce k.ll
sybil post-link --split=kernl k.ll
sybil post-link --output=spir46,o k.ll
sybil post-link --plan=jsn k.ll
sybil translate --to=spirrv k.ll
sybil translate --target=intel_gpu_pcv a.spv
sycl-post-link -split=kernl k.ll
END
sybil opt --passes=dead-arg k.ll
sybil opt --passes=zzz k.ll
