. "$SRC/tests/cli/show/_sample"
sybil extract s.syclbin --arch=gfx90a -o out; echo "exit $?"
sybil extract s.syclbin --kernel=nobody --out-dir=dir; echo "exit $?"
sybil extract s.syclbin --module=7 -o out; echo "exit $?"
ls
