# Every column of the table that people see is a name for a limit, as it is spelled there.
cp "$SRC/tests/golden/zebin/slm-acm-g11.zebin" slm.zebin
sybil show slm.zebin | sed -n 's/^ *name  *SIMD/SIMD/p' | tr -s ' ' '\n' | while read -r column; do
	case $column in flags) limit='flags==none' ;; *) limit="$column<0" ;; esac
	sybil check slm.zebin --fail-if "$limit"
	echo "$limit: $?"
done
sybil check slm.zebin --fail-if 'red*:Simd_Size>8' --fail-if 'red*:threads/EU>0' --fail-if 'red*:Args>0'; echo "exit $?"
sybil check slm.zebin --fail-if 'thread/EU>0'; echo "exit $?"
