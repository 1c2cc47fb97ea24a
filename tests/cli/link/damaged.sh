# The error in a damaged file is reported, although readers have tried the file before.
for name in text-close offset size; do
	"$SRC/scripts/mkbin.py" -o $name "$SRC/tests/bad/bundle/$name.txt"
	sybil link $name -o out.syclbin; echo "exit $?"
done
