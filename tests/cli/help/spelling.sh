# Every spelling of an option means the same; -- ends the options; operands and options mix.
printf '[A|B]\n1|2\n' >t
printf 'x\n' >./-t
for args in '-o out t' '-oout t' '--output=out t' '--output out t' 't -o out' '-o out -- t' '-qvoout t'; do
	# shellcheck disable=SC2086
	sybil table $args && cat out && rm out
done
sybil table -- -t
sybil table - <t
