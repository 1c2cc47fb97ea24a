# -v lists arguments: the user's, by index, also those without a place.
. "$SRC/tests/cli/zebin/_text"
ze_old > old
sybil show -v old
