// examples/properties/kernel_function.cpp: attributes of kernels, and what passes make of them.
// RUN: %S/compile "$SRC/examples/properties/kernel_function.cpp" --passes=compile-time-properties
// CHECK: define weak_odr dso_local spir_kernel void @_ZTSZ6submit{{.*}}6lambda({{.*}} #[[LAMBDA:[0-9]+]] !intel_reqd_sub_group_size ![[S16:[0-9]+]]
// CHECK: define weak_odr dso_local spir_kernel void @_ZTS8MyKernel({{.*}} #[[OBJECT:[0-9]+]] !intel_reqd_sub_group_size ![[S32:[0-9]+]]
// CHECK: define weak_odr dso_local spir_kernel void @_ZTS7Wrapper{{.*}}(i32 addrspace(1)* {{.*}} !reqd_work_group_size ![[SIZE:[0-9]+]]
// CHECK: attributes #[[LAMBDA]] = {{.*}}"sycl-device-has"="5"{{.*}} "sycl-sub-group-size"="16"
// CHECK: attributes #[[OBJECT]] = {{.*}}"sycl-device-has"="5"{{.*}} "sycl-sub-group-size"="32"
// CHECK: ![[S16]] = !{i32 16}
// CHECK: ![[S32]] = !{i32 32}
// CHECK: ![[SIZE]] = !{i64 4, i64 8, i64 1}
