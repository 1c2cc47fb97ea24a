# What functions of other files require is in the package at every level, however the files come; nothing is understated.
. "$SRC/tests/cli/cc/_sources"
cat >main.cpp <<'EOF'
#include <sycl/sycl.hpp>
namespace syclexp = sycl::ext::oneapi::experimental;
SYCL_EXTERNAL int with_double(int i);
SYCL_EXTERNAL int with_half(int i);
SYCL_EXTERNAL int with_sub_group(int i);
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>)) void k(int *p)
{
	*p = FUNCTION(*p);
}
EOF
cat >lib.cpp <<'EOF'
#include <sycl/sycl.hpp>
static int inner(int i) { return (int)((double)i * 0.5); }
SYCL_EXTERNAL int with_double(int i) { return inner(i) + 1; }
SYCL_EXTERNAL int with_half(int i) { return (int)((sycl::half)(float)i * (sycl::half)0.5f); }
SYCL_EXTERNAL [[sycl::reqd_sub_group_size(8)]] int with_sub_group(int i) { return i + 1; }
EOF
sybil cc -### main.cpp >/dev/null 2>&1 || { echo 'the plugin was not built' >&2; exit 77; }
required() { # what each module of a package requires; sybil check must have nothing to add
	sybil check "$@"
	for package; do
		sybil show -j "$package"
	done | python3 -c '
import json, sys
text = sys.stdin.read()
while text.strip():
    package, end = json.JSONDecoder().raw_decode(text.lstrip())
    text = text.lstrip()[end:]
    for m in package["modules"]:
        print(" ".join(m["kernels"]) or "no kernels:", *(f"{k}={v}" for k, v in sorted(m["properties"]["SYCL/device requirements"].items())))'
}
# the same warnings and requirements at all levels of optimisation
each_level() { # levels files…
	levels=$1
	shift
	rm -f first.txt
	for level in $levels; do
		sybil cc -O$level "$@" -o p.syclbin >said.txt 2>&1 || echo "-O$level: exit $?"
		required p.syclbin >>said.txt 2>&1
		[ -e first.txt ] || cp said.txt first.txt
		cmp first.txt said.txt
	done
	cat first.txt
}
for function in with_double with_half with_sub_group; do
	sybil cc -c -DFUNCTION=$function main.cpp -o $function.o
done
sybil cc -c lib.cpp && ar rc lib.a lib.o && sybil cc -c -emit-llvm lib.cpp
each_level '0 1 2 s' with_double.o lib.o
each_level '0 2' with_half.o lib.o
each_level '0 2' with_sub_group.o lib.o
# out of sources, archives and LLVM IR; in packages that are linked later
each_level '0 2' -Wno-external-aspect -DFUNCTION=with_double main.cpp lib.cpp
each_level '0 2' -Wno-external-aspect with_double.o lib.a
each_level '0 2' -Wno-external-aspect with_double.o lib.bc
each_level '0 2' -Wno-external-aspect -fsyclbin=object with_double.o lib.o
each_level '0 2' -fno-gpu-rdc -fsyclbin=object with_double.o lib.o
sybil link p.syclbin -o linked.syclbin && required linked.syclbin
sybil link with_half.o lib.o -o linked.syclbin && required linked.syclbin
sybil link with_sub_group.o lib.a -o linked.syclbin && required linked.syclbin
# an image that a target cannot run is left out before its compiler is asked
printf '#!/bin/sh\necho "error: not today"\nexit 1\n' >compiler && chmod +x compiler
SYBIL_OCLOC=$PWD/compiler each_level '0 2' -w -fsycl-targets=spir64,intel_gpu_dg1 with_double.o lib.o && modules p.syclbin
# kernels with sizes of their own, also in one image
cat >sizes.cpp <<'EOF'
#include <sycl/sycl.hpp>
namespace syclexp = sycl::ext::oneapi::experimental;
SYCL_EXTERNAL int with_sub_group(int i);
#define KERNEL(...) extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>)) __VA_ARGS__ void
KERNEL([[sycl::reqd_sub_group_size(16)]]) k16(int *p) { *p = with_sub_group(*p); }
KERNEL([[sycl::reqd_sub_group_size(32)]]) k32(int *p) { *p = 1; }
KERNEL([[sycl::reqd_work_group_size(64)]]) k64(int *p) { *p = 1; }
KERNEL() k(int *p) { *p = 1; }
EOF
sybil cc -c sizes.cpp
each_level '0 2' sizes.o lib.o
each_level '0 2' -fsycl-device-code-split=off sizes.o lib.o
# fixed targets: those of both files are left
sybil cc -c -Wno-fixed-targets -fsycl-fixed-targets=intel_gpu_pvc,intel_gpu_dg1 -DFUNCTION=with_half main.cpp -o fixed.o
sybil cc -c -Wno-fixed-targets -fsycl-fixed-targets=intel_gpu_pvc,intel_gpu_acm_g10 lib.cpp
each_level '0 2' fixed.o lib.o
sybil cc -c -fsycl-fixed-targets=intel_gpu_pvc sizes.cpp
each_level '0 2' -Wno-external-fixed-targets sizes.o lib.o
clean
