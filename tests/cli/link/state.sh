# An executable package is refused; one without a state is treated as an input.
. "$SRC/tests/cli/link/_packages"
state=executable package a k1 '' ''
sybil link a.syclbin -o out; echo "exit $?"
test ! -e out && echo 'nothing written'
# The same in every command: without a state, input; a state that is not a number of 32 bits is refused.
. "$SRC/tests/cli/_device"
fakes
sed 's/state=1|2/stale=1|2/' a.syclbin >none.syclbin
sed 's/state=1|2/state=9|2/' a.syclbin >type.syclbin
for file in none type; do
	for verb in "link --whole -o out" 'run -g 1 -d cuda:0' 'prune --keep-kernel=k1 -o pruned' 'pack -o packed --from' check; do
		sybil $verb $file.syclbin $([ "${verb%% *}" != run ] || echo k1); echo "$file ${verb%% *} $?"
	done
done
# Code outside packages is executable.
for verb in 'prune -o loose' 'pack -o loose --from'; do sybil $verb "$SRC/tests/golden/bundle/ocloc-archive" && sybil check --strict loose && echo clean; done
