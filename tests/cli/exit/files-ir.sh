# Wrong input files, for the verbs that need LLVM: the same codes.
sybil opt --list >/dev/null 2>&1 || { echo "built without LLVM" >&2; exit 77; }
. "$SRC/tests/cli/exit/_table"
table <<'END'
sybil opt F -o out
sybil post-link F -o out
sybil post-link --properties F -o out
sybil translate F -o out
sybil translate --to=llvm F -o out
sybil translate --target=intel_gpu_pvc F -o out
sycl-post-link -properties F -o out
END
