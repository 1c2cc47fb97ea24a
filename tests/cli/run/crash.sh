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
# arguments of another kind or size than the kernel takes: told by their number in the source, where the first is removed
printf '[SYCL/kernel names]\nsaxpy=1|1\n[SYCL/kernel param opt]\nsaxpy=2|EAAAAAAAAAQA\n' >r.prop
sybil pack -o r.syclbin --state=executable --module --properties=r.prop --ir="$kernels/kernels.spv"
for arguments in 'f32:1 local:8 out:f32:8' 'f32:1 u64:5 out:f32:8' 'f64:1 out:f32:8 out:f32:8' 'out:f32:8 out:f32:8 out:f32:8'; do
	# shellcheck disable=SC2086
	sybil run k.syclbin saxpy -g 8 $arguments
	echo "= $?"
	# shellcheck disable=SC2086
	sybil run r.syclbin saxpy -g 8 u8:0 $arguments
	echo "= $?"
done
sybil run k.syclbin reverse -g 8 -l 8 out:i32:8 out:i32:8
echo "= $?"
# one million of elements behind the end of one
sybil run x.syclbin plain -g 1073741824 -l 1 'out:i32:1>o.txt' --timings -j
echo "= $?"
ls o.txt 2>/dev/null
sybil run k.syclbin saxpy -g 4 f32:1 'buf:f32:4>a.txt' 'buf:f32:4=1>none/b.txt'
echo "= $?"
ls a.txt 2>/dev/null
true
