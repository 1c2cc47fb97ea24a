# A driver that ends the process, crashes or does not return, in whatever it does: one error that says so, exit 4, no output
# file, and nothing on standard output.
. "$SRC/tests/cli/_device"
fakes
packages
die() { # WORDS OPTION…
	SYBIL_FAKE=$1 sybil run k.syclbin saxpy -d opencl:0 -g 4 f32:1 buf:f32:4 'buf:f32:4>y.txt' -j "${@:2}" >answer
	echo "run = $?"
	[ ! -s answer ] || cat answer
	[ ! -e y.txt ] || { echo "y.txt was written"; rm y.txt; }
}
die die=clBuildProgram:10
die die=clBuildProgram:0
die die=clBuildProgram:crash
die die=clBuildProgram:abort
die build=60000 --driver-timeout=2
die die=clEnqueueNDRangeKernel:7
die die=clEnqueueNDRangeKernel:crash
die die=clEnqueueNDRangeKernel:abort
# the driver finds its memory corrupted afterwards
die die=clReleaseContext:crash
die die=clReleaseContext:0
die die=clGetPlatformIDs:3
die die=clGetDeviceInfo:crash
# the same for other verbs
for words in die=clBuildProgram:10 build=60000; do
	SYBIL_DRIVER_TIMEOUT=2 SYBIL_FAKE=$words sybil build -d opencl:0 k.syclbin -o out
	echo "build = $?"
	ls out 2>/dev/null
done
SYBIL_FAKE=die=clGetPlatformIDs:10 sybil devices -j
echo "devices = $?"
SYBIL_FAKE=die=end:9 sybil devices >/dev/null
echo "devices = $?"
SYBIL_FAKE=die=clGetDeviceInfo:crash sybil check -d opencl:0 k.syclbin
echo "check = $?"
SYBIL_FAKE=die=clGetPlatformIDs:10 sybil show --html --device=opencl:0 k.syclbin -o page.html
echo "show = $?"
[ ! -e page.html ] || echo "page.html was written"
SYBIL_DRIVER_TIMEOUT=2 SYBIL_FAKE=die=clGetPlatformIDs:hang sybil devices
echo "devices = $?"
# a kernel may take longer than the limit
SYBIL_FAKE=die=clEnqueueNDRangeKernel:hang timeout --foreground --preserve-status -s INT 8 \
	sybil run k.syclbin saxpy -d opencl:0 -g 4 f32:1 buf:f32:4 buf:f32:4 --driver-timeout=2
echo "kernel = $?"
# a child does not outlive its parent
(
	SYBIL_FAKE=build=60000 sybil run k.syclbin saxpy -d opencl:0 -g 4 f32:1 buf:f32:4 'buf:f32:4>y.txt' &
	parent=$! child=
	until [ "$child" ]; do read -r child <"/proc/$parent/task/$parent/children" || sleep 0.05; done
	kill -KILL $parent
	wait $parent
	for _ in $(seq 200); do grep -q '^State:.[^ZX]' "/proc/$child/status" || exit; sleep 0.05; done
	echo "the child still runs"
) 2>/dev/null
sybil run k.syclbin saxpy -d opencl:0 -g 4 f32:1 buf:f32:4 buf:f32:4 --driver-timeout=soon
echo "usage = $?"
