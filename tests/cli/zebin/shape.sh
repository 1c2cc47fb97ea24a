# The JSON has what was promised, for files and for texts.
. "$SRC/tests/cli/zebin/_text"
ze_old > old; ze_new > new
count=0
for f in old new "$SRC"/tests/golden/zebin/*.zebin; do
	sybil show -j "$f" > j && python3 "$SRC/tests/cli/zebin/_shape.py" j && count=$((count + 1)) || echo "${f##*/}: no"
done
[ $count -ge 4 ] && echo yes
