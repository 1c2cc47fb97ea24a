. "$SRC/tests/cli/show/_sample"
sybil size s.syclbin
