# Drivers that fail: one clear error, exit 4, and no output file.
. "$SRC/tests/cli/_device"
fakes
packages
saxpy() {
	SYBIL_FAKE=$2 sybil run k.syclbin saxpy -d "$1" -g 1024 f32:1 buf:f32:1024 'buf:f32:1024>y.txt' -n 2 >/dev/null
	echo "= $?"
	[ ! -e y.txt ] || { echo "y.txt was written"; rm y.txt; }
}
saxpy cuda:0 fail=cuLaunchKernel:700
saxpy cuda:0 memory=1024
saxpy cuda:0 fail=cuInit:100
saxpy level_zero:0 fail=zeKernelSetArgumentValue:0x78000004
saxpy level_zero:0 fail=zeCommandListAppendLaunchKernel:0x70000001
saxpy opencl:0 fail=clBuildProgram:-11
saxpy opencl:0 fail=clEnqueueNDRangeKernel:-5
# code in the cache stays there when memory is short, and is removed when the driver refuses it
export SYBIL_CACHE_DIR=$PWD/cache
for words in '' fail=clBuildProgram:-6 '' fail=clBuildProgram:-11 ''; do
	SYBIL_FAKE=$words sybil run k.syclbin saxpy -d opencl:0 -g 4 f32:1 buf:f32:4 buf:f32:4
	echo "= $?, $(find cache -name '*.sybil-cache' | wc -l)"
done
# a driver without memory is ignored, as any that cannot be opened
SYBIL_FAKE=fail=clCreateContext:-6 sybil devices >/dev/null
echo "= $?"
