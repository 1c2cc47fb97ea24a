. "$SRC/tests/cli/show/_sample"
sybil show -j s.syclbin
