# One line per kernel, with remarks about values that the version does not state.
. "$SRC/tests/cli/zebin/_text"
ze_old > old; ze_new > new
sybil show old
sybil show new
