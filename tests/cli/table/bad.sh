# Malformed tables: place and name of the rule, exit 3, nothing written.
echo keep >out
try() {
	printf "$1" >t
	sybil table -o out t
	echo $?
}
try ''
try '[Code'
try '[Code||X]\n'
try '[Code|Code]\n'
try '[Code|X]\na|b\na\n'
try '[Code|X]\na|b|c\n'
try '[Code]\na\0b\n'
cat out
