# What was built is kept, and taken from there; a launcher stands before translators; ninja does the second half.
. "$SRC/tests/cli/cc/_sources"
names() { sed -nE 's|^ ([^ ]*/)?([^ ]+) .*|\2|p' | sort | uniq -c | awk '{ print $2, $1 }'; }
for _ in 1 2; do
	sybil cc -v --cache-dir=kept --cache-size=10M axpy.cl -o a.syclbin 2>&1 | names
done
echo '/* */' >>axpy.cl
sybil cc -v --cache-dir=kept axpy.cl -o b.syclbin 2>&1 | names
cmp a.syclbin b.syclbin && echo same
sybil cc -v --launcher='env -u NOTHING' -DSAXPY axpy.cl -o c.syclbin 2>&1 | sed -nE 's|^ (env -u NOTHING) [^ ]*/sybil translate .*|\1|p'
sybil cc --cache-size=lots axpy.cl; echo "exit $?"
if command -v ninja >/dev/null; then
	sybil cc --ninja=build.ninja axpy.cl -o d.syclbin && ls d.syclbin 2>/dev/null
	ninja -f build.ninja >/dev/null && cmp a.syclbin d.syclbin && echo same
	echo 'int weight(int i); kernel void w(global int *p) { *p = weight(*p); }' >weight.cl
	sybil cc -Werror --ninja=build.ninja weight.cl -o e.syclbin && ninja -f build.ninja | grep -o "'weight' is called.*"
	ls e.syclbin 2>/dev/null
else
	echo same
	echo "'weight' is called and nowhere defined [-Werror,-Wundefined-function]"
fi
clean
