# A device global of kernels in two images is one variable: both export it, in a package that is not linked yet, too.
. "$SRC/tests/cli/_package"
skip() { echo "$1" >&2; exit 77; }
cat >g.cpp <<'END'
#include <sycl/sycl.hpp>
namespace sx = sycl::ext::oneapi::experimental;
sx::device_global<int> counter;
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sx::single_task_kernel)) void a(int *p)
{
	*p = counter;
}
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sx::single_task_kernel)) void b(int *p)
{
	*p = counter + 1;
}
END
sybil cc -### g.cpp >/dev/null 2>&1 || skip 'the plugin was not built'
sybil cc -fsyclbin=object -fsycl-device-code-split=per_kernel g.cpp -o g.syclbin
sybil check g.syclbin
