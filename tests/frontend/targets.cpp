// The same source for other targets, whose pointers have no types; the kernel's parameters are the same.
// RUN: %S/compile %s --target=nvptx64-nvidia-cuda -nogpulib
// RUN: %S/compile %s --target=amdgcn-amd-amdhsa -nogpulib
// CHECK: target triple = "nvptx64-nvidia-cuda"
// CHECK: @shown = dso_local addrspace(1) global %struct.global zeroinitializer, align 4 #
// CHECK: define dso_local spir_kernel void @_Z15__sycl_kernel_kfPf4pair(float noundef %{{[0-9]+}}, ptr addrspace(1) noundef align 4 %{{[0-9]+}}, ptr noundef byval(%struct.pair) align 4 %{{[0-9]+}}) #{{[0-9]+}} !intel_reqd_sub_group_size
// CHECK: target triple = "amdgcn-amd-amdhsa"
// CHECK: define protected amdgpu_kernel void @_Z15__sycl_kernel_kfPf4pair(float noundef %{{[0-9]+}}, ptr addrspace(1) noundef align 4 %{{[0-9]+}}, ptr addrspace(4) {{.*}}byref(%struct.pair) align 4 %{{[0-9]+}})
#include "_sycl.hpp"
struct pair {
	int a, b;
};
struct [[__sycl_detail__::device_global]] [[__sycl_detail__::add_ir_global_variable_attributes("sycl-host-access", "read")]] global {
	int x;
};
global shown;
PROPERTY(nd_range_kernel<1>) [[sycl::reqd_sub_group_size(32)]] void k(float x, float *p, pair q) { *p = x + q.a + q.b; }
SYCL_EXTERNAL void set() { shown.x = 1; }
