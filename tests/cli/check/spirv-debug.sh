# Debug information breaks rules of its own grammar: translators write 0 for ids that are missing. It is not reported.
command -v clang-15 >/dev/null && command -v llvm-spirv-15 >/dev/null || { echo 'clang-15 or llvm-spirv-15 is not installed' >&2; exit 77; }
sybil cc -g "$SRC/examples/kernels/sort.cpp" -o sort.syclbin
sybil check --strict sort.syclbin
