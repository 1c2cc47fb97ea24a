# What cannot be asked.
. "$SRC/tests/cli/_package"
pack_two p
for words in "show -o x p" "show --target=spir64 p" "show --map=x p" "diff --device=cpu p p" "show --html --raw p" "show --html -j - -" "diff --html -j --tolerance=x p p"; do
	sybil $words; echo "exit $?"
done
