# Wrong input files, for the verbs that need devices: the same codes.
. "$SRC/tests/cli/_device"
fakes
. "$SRC/tests/cli/exit/_table"
table <<'END'
sybil run F kernel -g 1 -d level_zero:0
sybil run F --list
sybil build F -o out -d level_zero:0
sybil check -d level_zero:0 F
END
echo "--- in a state that does not exist"
"$SRC/scripts/mkbin.py" -o state "$SRC/tests/bad/syclbin/state.txt"
sybil run state kernel -g 1 -d level_zero:0; echo "= $?"
sybil build state -o out -d level_zero:0; echo "= $?"
sybil check -d level_zero:0 state; echo "= $?"
echo "--- in a wrong state"
sybil pack -o object --state=object --ir=good.spv
sybil run object k -g 1 -d level_zero:0; echo "= $?"
sybil build object -o out -d level_zero:0; echo "= $?"
