# --hash, --raw, --no-demangle.
. "$SRC/tests/cli/_package"
pack_two p
sybil show -j --hash p | grep -c "$(sha256sum <n.bin | cut -d' ' -f1)"
sybil show --no-demangle p | grep -c _ZTS5Alpha
sybil show -j --raw p | grep -c gAAAAAAAAAgBAAAA
