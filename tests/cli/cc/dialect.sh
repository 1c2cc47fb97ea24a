# The passes write the dialect of the package; decorations that the passes do not know are named.
. "$SRC/tests/cli/cc/_sources"
echo 'kernel void d(global double *p) { *p += 1; }' >d.cl
for dialect in dpcpp spec; do
	sybil cc --dialect=$dialect -S -emit-llvm d.cl -o - | grep -o '[a-z]*_used_aspects'
	sybil cc -### --dialect=$dialect -c d.cl 2>&1 | grep -oE 'sybil opt .*--dialect=[a-z]*' | grep -oE 'dialect=.*'
	sybil cc --dialect=$dialect d.cl -o d.syclbin && sybil check --strict d.syclbin && sybil show d.syclbin | grep -i aspect
done
cat >mine.ll <<'EOF'
target triple = "spir64-unknown-unknown"
@v = addrspace(1) global i32 0 #0
define spir_kernel void @k() { store i32 1, i32 addrspace(1)* @v ret void }
attributes #0 = { "sycl-mine"="7" "sycl-text"="a" }
EOF
sybil cc --decoration=sycl-mine=9001 --decoration=sycl-text=9002:str --save-temps mine.ll -o mine.syclbin
sybil opt --passes= -S module-spir64.linked.bc | grep -E '900[12]'
for value in mine mine= =5 mine=x mine=1:float; do sybil cc --decoration=$value mine.ll; echo "$value: exit $?"; done
sybil cc -c --decoration=sycl-mine=9001 mine.ll; echo "exit $?"
clean
# Both dialects make the same images and the same warnings, also where functions of other sources declare what they need.
cat >needs.cpp <<'EOF'
#include <sycl/sycl.hpp>
using namespace sycl;
[[sycl::device_has(aspect::fp16)]] int local(int a) { return a; }
[[sycl::device_has(aspect::fp64)]] SYCL_EXTERNAL int other(int);
SYCL_EXTERNAL int silent(int);
#define K(name, x) extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::oneapi::experimental::nd_range_kernel<1>)) void name(int *o) { *o = x; }
K(k_local, local(1)) K(k_other, other(1)) K(k_silent, silent(1)) K(k_plain, 3)
EOF
cat >other.cpp <<'EOF'
#include <sycl/sycl.hpp>
SYCL_EXTERNAL int other(int a) { double d = a; return (int)(d * 2.5); }
[[sycl::reqd_sub_group_size(16)]] SYCL_EXTERNAL int silent(int a) { return a; }
EOF
for dialect in dpcpp spec; do
	sybil cc --dialect=$dialect needs.cpp other.cpp -o needs.$dialect.syclbin
	sybil show needs.$dialect.syclbin | grep -E 'kernels:|aspects:|reqd' | grep -v '(none)'
done
