# Device globals that a host could not reach in code for the CPU are warned about; those of one image are fine.
. "$SRC/tests/cli/cc/_sources"
. "$SRC/tests/cli/_device"
pocl
cat >globals.cpp <<'EOF'
#include <sycl/sycl.hpp>
namespace ex = sycl::ext::oneapi::experimental;
ex::device_global<int, decltype(ex::properties{ex::device_image_scope})> mine;
ex::device_global<int> everybodys;
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) void k(int *o) { o[0] = mine + everybodys; }
EOF
sybil cc -### globals.cpp >/dev/null 2>&1 || { echo 'the plugin was not built' >&2; exit 77; }
sybil cc -fsycl-targets=x86_64 globals.cpp -o a.syclbin
sybil cc -fsycl-targets=x86_64 -Wno-cpu-device-global globals.cpp -o a.syclbin
clean
