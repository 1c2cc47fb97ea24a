# A library function that fails without a diagnostic is reported, with the exit status of a bug.
nm -D "$(command -v sybil)" | grep -q ' __asan_init$' && { echo 'sanitizers do not allow another library first' >&2; exit 77; }
printf 'int syb_show(void)\n{\n\treturn -SILENT;\n}\n' >silent.c
show() { # the text is changed so that the runner of the tests does not complain
	LD_PRELOAD=$PWD/silent.so sybil show "$@" silent.c 2>err; echo "exit $?"
	sed 's/failed without an error message/failed, silently/' err
}
for code in 12 20 30; do
	cc -shared -fPIC -DSILENT=$code silent.c -o silent.so
	show
done
show -q
