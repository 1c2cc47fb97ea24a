# One line per kernel; what a version cannot tell is said.
. "$SRC/tests/cli/zebin/_text"
ze_old > old; ze_new > new
sybil show old
sybil show new
