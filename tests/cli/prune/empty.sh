# A kernel must not lose its last image, unless that is asked for; then the metadata stays.
. "$SRC/tests/cli/show/_sample"
echo before > p
sybil prune s.syclbin -o p --drop-ir --drop-native; echo "exit $?"
sybil prune s.syclbin -o p --drop-ir; echo "exit $?"
sybil prune s.syclbin -o p --keep-kernel=nobody; echo "exit $?"
cat p
sybil prune s.syclbin -o p --drop-ir --drop-native --allow-empty; echo "exit $?"
sybil show p
