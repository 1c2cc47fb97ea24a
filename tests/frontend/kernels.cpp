// Entry points: names, parameters, and what fills the object. Structures are passed whole.
// RUN: %S/compile %s
// CHECK: %struct.plain = type { i32, [3 x float] }
// CHECK: %struct.__sybil_array = type { [2 x %struct.withp] }
// CHECK: %struct.__sybil_array.{{[0-9]+}} = type { [3 x i32] }
// CHECK-NOT: @_Z4hostPi(
// CHECK: define dso_local spir_kernel void @_Z18__sycl_kernel_iotafPfb(float noundef %{{.*}}, float addrspace(1)* noundef align 4 %{{.*}}, i8 noundef zeroext
// CHECK: addrspacecast float addrspace(1)* %{{.*}} to float addrspace(4)*
// CHECK: call spir_func void @_Z4iotafPfb(
// CHECK: define dso_local spir_kernel void @__sycl_kernel_plain_c(i32 addrspace(1)*
// CHECK: define weak_odr dso_local spir_kernel void @_ZN16__sycl_kernel_ns6filledIiEEvPT_({{.*}} #[[FILLED:[0-9]+]]
// CHECK: define dso_local spir_kernel void @_ZN16__sycl_kernel_ns7struct_E5withp(%struct.withp* noundef byval(%struct.withp) align 8 %
// CHECK: define weak_odr dso_local spir_kernel void @_ZTS7functor(i32 noundef %{{[0-9]+}}, i32 addrspace(1)* noundef align 4 "sycl-foo"="32" "sycl-no-alias" %{{[0-9]+}}, i64 noundef "sycl-foo"="32" "sycl-no-alias" %{{[0-9]+}}, float addrspace(3)* noundef align 4 %{{[0-9]+}}, %struct.plain* noundef byval(%struct.plain) align 4 %{{[0-9]+}}, %struct.withp* noundef byval(%struct.withp) align 8 %{{[0-9]+}}, %struct.__sybil_array* noundef byval(%struct.__sybil_array) align 8 %{{[0-9]+}}, i32 noundef %{{[0-9]+}}) #[[FUNCTOR:[0-9]+]]
// CHECK: call void @llvm.memset
// CHECK: call spir_func void @_ZN6memoryIiE6__initEPU3AS1im(
// CHECK: call spir_func void @_ZN5local6__initEPU3AS3f(
// CHECK: call spir_func void @_Z11single_taskI7functorS0_EvRKT0_(
// CHECK: define weak_odr dso_local spir_kernel void @_ZTSZ4hostPiE5Local(i32 addrspace(1)*
// CHECK: define weak_odr dso_local spir_kernel void @_ZTSZ4hostPiE5Union(%union.either* noundef byval(%union.either) align 8 %
// CHECK: define weak_odr dso_local spir_kernel void @_ZTSZ4hostPiE5Array(i32 addrspace(1)* noundef align 4 %{{[0-9]+}}, %struct.__sybil_array.[[NUMBERS:[0-9]+]]* noundef byval(%struct.__sybil_array.[[NUMBERS]]) align 4 %{{[0-9]+}}, %struct.anon* noundef byval(%struct.anon) align 8 %{{[0-9]+}})
// CHECK: attributes #[[FILLED]] = {{.*}}"sycl-module-id"="kernels.cpp" "sycl-nd-range-kernel"="3"
#include "_sycl.hpp"
template <typename T>
struct [[__sycl_detail__::add_ir_kernel_parameter_attributes("sycl-no-alias", "sycl-foo", "", 32)]]
__attribute__((sycl_special_class)) memory {
	T *p;
	unsigned long n;
	void __init(__attribute__((opencl_global)) T *q, unsigned long m) { p = q, n = m; }
};
struct __attribute__((sycl_special_class)) local {
	float *p;
	void __init(__attribute__((opencl_local)) float *q) { p = (float *)q; }
};
struct plain {
	int a;
	float b[3];
};
struct withp {
	int a;
	float *p;
};
class functor {
	int number;
	memory<int> a;
	local l;
	plain data;
	withp one, many[2];
	int last;

public:
	functor();
	void operator()() const { *a.p = number + data.a + *one.p + *many[1].p + last + (l.p[0] > 0); }
};
union either {
	int *p;
	long n;
};
PROPERTY(nd_range_kernel<1>) void iota(float start, float *p, bool up) { *p = up ? start : -start; }
extern "C" PROPERTY(nd_range_kernel<1>) void plain_c(int *p) { *p = 1; }
namespace ns {
template <typename T> PROPERTY(nd_range_kernel<3>) void filled(T *p) { *p = 1; }
template void filled(int *);
PROPERTY(nd_range_kernel<1>) void struct_(withp w) { *w.p = 1; }
} // namespace ns
void host(int *p)
{
	functor f;
	single_task<functor>(f);
	single_task<class Local>([=] { *p = 1; });
	either e = {};
	single_task<class Union>([=] { *e.p = 1; });
	int whole[3] = {};
	struct {
		int *q;
		const short grid[2][2];
	} mixed = {};
	single_task<class Array>([=] { *p = whole[2] + *mixed.q + mixed.grid[1][1]; });
}
