# A folder in which nothing can be kept is told once, and the work goes on; what stands in the place of entries is removed.
. "$SRC/tests/cli/_device"
fakes
packages
printf 'kernel void k(global int *a) { a[get_global_id(0)] = 1; }\n' >k.cl
touch plain
told() { grep -c '\[cache\]$'; }
for dir in plain plain/in /proc; do
	echo "--- $dir"
	sybil run k.syclbin sizes -d level_zero:0 -g 4 out:u32:3 --cache=$dir 2>&1 >/dev/null | told
	sybil cc --cache-dir=$dir k.cl -o k.o.syclbin 2>&1 | told
	[ -s k.o.syclbin ] && rm k.o.syclbin
done
[ "$(id -u)" = 0 ] || exit 0
echo "--- folders"
sybil run k.syclbin sizes -d level_zero:0 -g 4 out:u32:3 --cache=kept >/dev/null
entry=$(echo kept/*)
rm "$entry"
mkdir -p "$entry/in/it" kept/other
sybil cache list kept | sed -E 's/[0-9a-f]{64}/KEY/; s/ {3,}/  /g; s/[0-9]+ (s|min)$/AGE/'
sybil cache verify kept >/dev/null; echo "= $?"
ls kept
mkdir "$entry"
sybil cache clear kept
ls kept
