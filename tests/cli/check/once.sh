# What is wrong with the text of a package's properties is reported once, also where the text is read again.
"$SRC/scripts/mkbin.py" -o state "$SRC/tests/bad/syclbin/state-wide.txt"
sybil check state; echo $?
cat >broken.txt <<END
use $SRC/tests/bad/syclbin/_v1.txt
set ir_set.type type u32 4294967296
END
"$SRC/scripts/mkbin.py" -o type broken.txt
sybil check type; echo $?
