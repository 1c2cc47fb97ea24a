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
# Any other text: where it stops being a list of files. A list is one, also with blanks in names of files that are there.
try 'int main(void)\n{\n'
try 'a.bc\nb.bc|b.prop\n'
try 'a.bc\n\033[0m\n'
try '{"a":1}\n'
try '#!/bin/sh\nexit\n'
try 'a;b\n'
try '<x/>\n'
echo >'with blank.bc'
echo >'{odd}'
printf '{odd}\ndir/a+b-1,2=x.bc\nnäme\n' >t
sybil table --rename=0,Code t
printf 'a.bc\r\nwith blank.bc\r\nC:\\\\x\\\\a^b#1.bc\n' >t
sybil table --rename=0,Code t
echo "some text" | sybil filter --target=spir64 -; echo $?
printf 'some text\n' >t
sybil pack --table=t --state=executable -o p; echo $?
file-table-tform --rename=0,Code t -o -
