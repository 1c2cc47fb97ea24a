# Sources whose names begin alike, and one source in two languages, have passes of their own.
. "$SRC/tests/cli/cc/_sources"
sybil cc -x c++ -fsyntax-only /dev/null 2>/dev/null || { echo 'the plugin is not there' >&2; exit 77; }
echo 'kernel void cl(global int *p) { p[0] = 1; }' >k.c
cat >k.cpp <<'C'
#include <sycl/sycl.hpp>
using namespace sycl::ext::oneapi::experimental;
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((nd_range_kernel<1>)) void cpp(float *p) { p[0] = 1; }
C
sybil cc -x cl k.c -x none k.cpp -o k.syclbin && modules k.syclbin
sybil cc k.cpp -x cl k.c -o k.syclbin && modules k.syclbin
printf '#ifdef __cplusplus\n%s\n#else\n%s\n#endif\n' "$(cat k.cpp)" "$(cat k.c)" >both
sybil cc -x cl both -x c++ both -o both.syclbin && modules both.syclbin
# the steps that are printed have them too
sybil cc -x cl k.c -x none k.cpp -### 2>&1 | grep -o -- '--unit-passes=[^ ]*'
sybil cc k.cpp -### 2>&1 | grep -o -- '--unit-passes=[^ ]*'
