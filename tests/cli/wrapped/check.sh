# No form has a finding; damaged ones have, with the offset of the record.
. "$SRC/tests/cli/wrapped/_files"
sybil check $forms two.a && echo good
for rule in lost overlap-bytes pointer-target relocation-twice entry-name property-bits aspect; do
	"$SRC/scripts/mkbin.py" -o $rule "$SRC/tests/bad/wrapped/$rule.txt"
	sybil check $rule; echo "$rule $?"
done
head -c 5000 stripped >cut; sybil check cut; echo "cut $?"
head -c 3000 dll >cut; sybil check cut; echo "cut $?"
"$SRC/scripts/mkbin.py" -o bad.o "$SRC/tests/bad/wrapped/version.txt"
ar rcD half.a object bad.o; sybil check half.a; echo "archive $?"
