# What is wrong on the command line is told before a file is opened or a driver looked for.
. "$SRC/tests/cli/_device"
fakes
for argument in f3:2 f32 f32: f32:x f32:1,,2 i8:300 i8:-129 u8:-1 f16:1e9 'buf:f32:16 ' bool:2 u64:18446744073709551616 buf:f32 \
	buf:x:3 buf:f32:0 buf:f32:x buf:f32:1.5 buf:f32:3=foo buf:u8:3=256 buf:f32:9000000G 'buf:f32:3>' out:f32:3=iota \
	out:f32:@f local:x local:0 bytes:1 buf:i8:3=rand:x buf:f32:@nothing 'out:f32:2>-'; do
	sybil run nothing.syclbin k -g 1 -j "$argument" 2>&1 | head -1
	echo "= ${PIPESTATUS[0]}"
done
for options in '' -g0 -g1,2,3,4 -gx '-g4 -l2,2' '-g4 --offset=1,1' '-g1 --repeat=x' '-g1 --async' '-g1 --dynamic-local=x'; do
	# shellcheck disable=SC2086
	sybil run nothing.syclbin k $options 2>&1 | head -1
	echo "= ${PIPESTATUS[0]}"
done
sybil run nothing.syclbin
sybil run nothing.syclbin k '--global=16 '
sybil run nothing.syclbin k -g1 -d foo:0
sybil run nothing.syclbin k -g1 -d profile:0
sybil run --list nothing.syclbin
echo "= $?"
echo "--- outputs"
for outputs in 'out:f32:1>a out:f32:1>./a' 'out:f32:1>a --get-global=g>a' 'out:f32:1>./nothing.syclbin'; do
	# shellcheck disable=SC2086
	sybil run nothing.syclbin k -g1 $outputs 2>&1 | head -1
	echo "= ${PIPESTATUS[0]}"
done
sybil run nothing.syclbin k -g1 -d opencl:0 'out:f32:1>/dev/null' 'out:f32:1>/dev/null'
sybil run nothing.syclbin k -g1 -d opencl:0.1
echo "= $?"
