// The SYCL runtime's traits for free-function kernels are true in both passes of a program, and the host pass computes the name that the
// device pass gives to the entry point. The integration header has the number of their arguments.
// RUN: %S/compile %s -Xclang -plugin-arg-sybil-clang -Xclang integration=%t.hpp && grep free_function %t.hpp && cd %S && clang-15 -std=c++17 -O1 -Xclang -fsycl-is-host -fplugin=$SYBIL_CLANG_PLUGIN -S -emit-llvm free-functions.cpp -o -
// CHECK: define dso_local spir_kernel void @_Z[[ONE:[0-9]+__sycl_kernel_onePi]](
// CHECK: define {{.*}}spir_kernel void @_ZL[[HIDDEN:[0-9]+__sycl_kernel_hidden__[0-9a-f]+Pii]](
// CHECK: define {{.*}}spir_kernel void @_Z[[FILL:[0-9]+__sycl_kernel_fillIfEvT_PS0_]](
// CHECK: free_function_info_map::add(names, counts, 3)
// CHECK: c"_Z[[ONE]]\00"
// CHECK: c"_ZL[[HIDDEN]]\00"
// CHECK: c"_Z[[FILL]]\00"
// CHECK-NOT: sybil.source
#include "../../frontend/programs/both.hpp"

namespace sycl {
template <auto *f, int dimensions> struct is_nd_range_kernel { static constexpr bool value = false; };
template <auto *f> struct is_single_task_kernel { static constexpr bool value = false; };
template <auto *f> struct is_kernel { static constexpr bool value = false; };
template <auto *f> struct FreeFunctionInfoData {
	static constexpr unsigned getNumParams() { return 99; }
	static constexpr const char *getFunctionName() { return ""; }
};
}

#ifdef __SYCL_DEVICE_ONLY__
#define KERNEL(...) [[__sycl_detail__::add_ir_attributes_function(__VA_ARGS__)]]
#else
#define KERNEL(...) [[clang::annotate("sybil.source:add_ir_attributes_function", __VA_ARGS__)]]
#endif

KERNEL("sycl-single-task-kernel", 0) void one(int *p) { *p = 1; }
KERNEL("sycl-nd-range-kernel", 2) static void hidden(int *p, int value);
static_assert(sycl::is_nd_range_kernel<hidden, 2>::value && !sycl::is_nd_range_kernel<hidden, 1>::value && sycl::is_kernel<hidden>::value);
static void hidden(int *p, int value) { *p = value; }
template <class T> KERNEL("sycl-nd-range-kernel", 1) void fill(T value, T *p) { *p = value; }
KERNEL("sycl-work-group-size", 1) void other(int *p);

static_assert(sycl::is_single_task_kernel<one>::value && !sycl::is_single_task_kernel<hidden>::value);
static_assert(sycl::is_nd_range_kernel<fill<float>, 1>::value && !sycl::is_single_task_kernel<fill<float>>::value);
static_assert(!sycl::is_kernel<other>::value && !sycl::is_nd_range_kernel<other, 1>::value);
static_assert(sycl::FreeFunctionInfoData<hidden>::getNumParams() == 2);
static_assert(sycl::FreeFunctionInfoData<other>::getNumParams() == 99);

template <class T> void use(const char **out)
{
	out[0] = sycl::FreeFunctionInfoData<one>::getFunctionName();
	out[1] = sycl::FreeFunctionInfoData<hidden>::getFunctionName();
	out[2] = sycl::FreeFunctionInfoData<fill<T>>::getFunctionName();
}
template void use<float>(const char **);
