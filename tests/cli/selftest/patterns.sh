# The runner: patterns in expected files, an exit code, an empty folder to work in.
ls -A
echo "one 1234 line [check-name]" >&2
printf 'a\nb\nlast\n' >&2
echo "from $SRC/tests"
exit 3
