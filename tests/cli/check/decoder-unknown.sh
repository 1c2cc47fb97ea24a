# An unknown decoder gives no verdict on any file.
. "$SRC/tests/cli/zebin/_text"
ze_old > old
for v in 1.9 1.999 2.0 1.15x garbage; do
	sybil check --decoder=$v old old; echo "exit $?"
done
sybil check -j --decoder=garbage old; echo "exit $?"
