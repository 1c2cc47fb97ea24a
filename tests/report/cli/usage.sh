# What cannot be asked.
. "$SRC/tests/cli/_package"
pack_two p
cp p q
ln q ln
echo '{}' >m.json
printf 'mine:\n  aspects: [fp16]\n' >c.yaml
cp c.yaml d.yaml
for words in "show -o x p" "show --target=spir64 p" "show --map=x p" "diff --device=cpu p p" "show --html --raw p" "show --html -j - -" "diff --html -j --tolerance=x p p" \
	"show --html -o p p" "diff --html -j -o ln p q" "show --html -o m.json p --map=m.json" \
	"show --html --device-config=c.yaml p -o c.yaml" "show --html -d d.yaml p -o d.yaml" "diff --html --device-config=c.yaml p q -o ./c.yaml" \
	"filter --target=spir64 --device-config=c.yaml -o c.yaml none"; do
	sybil $words; echo "exit $?"
done
cmp p q
cmp c.yaml d.yaml
