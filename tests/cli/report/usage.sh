# What cannot be asked.
. "$SRC/tests/cli/_package"
pack_two p
cp p q
ln q ln
echo '{}' >m.json
for words in "show -o x p" "show --target=spir64 p" "show --map=x p" "diff --device=cpu p p" "show --html --raw p" "show --html -j - -" "diff --html -j --tolerance=x p p" \
	"show --html -o p p" "diff --html -j -o ln p q" "show --html -o m.json p --map=m.json"; do
	sybil $words; echo "exit $?"
done
cmp p q
