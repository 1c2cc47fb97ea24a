# Device globals of C++ source, as its kernels see them: in memory that images share, or with image scope in the image.
. "$SRC/tests/cli/_device"
pocl
cat >g.cpp <<'END'
#include <sycl/sycl.hpp>
namespace sx = sycl::ext::oneapi::experimental;
struct pair {
	int a;
	long b;
};
sx::device_global<int> one, two;
sx::device_global<int[4]> table;
sx::device_global<pair> both;
static sx::device_global<long> counter;
sx::device_global<int, decltype(sx::properties{ sx::device_image_scope })> inside(7);
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sx::nd_range_kernel<1>)) void g(int *o)
{
	o[0] = one;
	o[1] = two;
	o[2] = table[1];
	o[3] = (int)counter.get();
	o[4] = (int)both->b;
	o[5] = inside;
	one = o[0] + 1;
	table[3] = 5;
	inside = 8;
}
END
sybil cc -### g.cpp >/dev/null 2>&1 || skip 'the plugin was not built'
sybil cc g.cpp -o g.syclbin || exit
counter=$(sybil show g.syclbin | grep -o '[0-9a-f]*____ZL7counter' | head -1)
run() { sybil run g.syclbin g -g 1 'out:i32:6>-' "$@" | tr '\n' ' '; echo "= ${PIPESTATUS[0]}"; }
run
run --set-global one=i32:11 --set-global two=i32:22 --set-global table=i32:1,2,3,4 --set-global "$counter=i64:9" \
	--set-global both=i64:3,4 --set-global inside=i32:6 --get-global 'one:i32>-' --get-global 'table:i32>-' \
	--get-global 'inside:i32>-' --get-global 'counter:i64>-'
SYBIL_OPENCL_MEMORY=foo sybil devices 2>&1 >/dev/null | grep -o 'SYBIL_OPENCL_MEMORY=foo is neither svm nor buffer'
# what it is for another target: the address of 8 bytes, and the value
sybil cc -c -fsycl-targets=nvptx64-nvidia-cuda g.cpp -o g.o && echo compiled
echo 'static sycl::ext::oneapi::experimental::device_global<int> first(1);' >>g.cpp
sybil cc -c g.cpp 2>&1 | grep -o 'begins with zeros' | head -1
