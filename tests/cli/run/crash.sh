# A kernel that crashes takes the process with it: one clear error, exit 4, no output file. Outputs appear together.
. "$SRC/tests/cli/_device"
pocl
packages
cp "$kernels/mixed.spv" .
sybil pack -o x.syclbin --state=executable --module --ir=mixed.spv
sybil run x.syclbin iota -g 4 f32:1 'out:f32:4>-' | tr '\n' ' '
sybil run x.syclbin ns::fill -g 2 i32:7 'out:i32:2>-' | tr '\n' ' '
echo
sybil run x.syclbin fill -g 2 i32:7 'out:i32:2>-'
echo "= $?"
sybil run x.syclbin iotta -g 2 i32:7 'out:i32:2>-'
echo "= $?"
# one million of elements behind the end of one
sybil run x.syclbin plain -g 1073741824 -l 1 'out:i32:1>o.txt' --timings -j
echo "= $?"
ls o.txt 2>/dev/null
sybil run k.syclbin saxpy -g 4 f32:1 'buf:f32:4>a.txt' 'buf:f32:4=1>none/b.txt'
echo "= $?"
ls a.txt 2>/dev/null
true
