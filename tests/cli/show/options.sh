. "$SRC/tests/cli/show/_sample"
sybil show --no-demangle s.syclbin | grep kernels
sybil show --hash s.syclbin | grep -c "$(sha256sum < a.pvc | cut -d' ' -f1)"
sybil show -j --raw s.syclbin | grep '"raw"'
sybil show --color=always s.syclbin | head -1 | od -c | head -2
