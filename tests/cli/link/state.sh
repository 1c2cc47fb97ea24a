# An executable package is refused; one without a state is treated as an input.
. "$SRC/tests/cli/link/_packages"
state=executable package a k1 '' ''
sybil link a.syclbin -o out; echo "exit $?"
test ! -e out && echo 'nothing written'
