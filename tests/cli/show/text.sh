. "$SRC/tests/cli/show/_sample"
sybil show s.syclbin
