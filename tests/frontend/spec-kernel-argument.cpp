// examples/properties/kernel_argument.cpp: attributes of the parameters that an accessor becomes.
// RUN: %S/compile "$SRC/examples/properties/kernel_argument.cpp"
// CHECK: define weak_odr dso_local spir_kernel void @_ZTSZZ5scale{{.*}}11scale_first(float addrspace(1)* noundef align 4 "sycl-foo"="32" "sycl-no-alias" %
