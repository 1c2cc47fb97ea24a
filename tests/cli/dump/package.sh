# The layout of the other tool, with values printed right.
. "$SRC/tests/cli/_package"
pack_two p
syclbin-dump p | grep -av aspects
syclbin-dump - -o out <p && cmp out <(syclbin-dump --o=- p)
