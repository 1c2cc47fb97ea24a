// examples/properties/device_global.cpp: attributes of the variables. A static one has an id of its file's, and is called so: the host finds it by name.
// RUN: %S/compile "$SRC/examples/properties/device_global.cpp"
// CHECK: @dm1 = dso_local addrspace(1) global {{.*}}, align 4 #[[DM1:[0-9]+]]
// CHECK: @table = dso_local addrspace(1) global {{.*}}, align 8 #[[TABLE:[0-9]+]]
// CHECK: @[[NAME:_[0-9a-f]+____ZL7counter]] = dso_local addrspace(1) global {{.*}}, align 8 #[[COUNTER:[0-9]+]]
// CHECK: define dso_local spir_kernel void @_Z18__sycl_kernel_fillv()
// CHECK: attributes #[[DM1]] = { "sycl-device-global-size"="4" "sycl-device-image-scope" "sycl-host-access"="read" "sycl-unique-id"="_Z3dm1" }
// CHECK: attributes #[[TABLE]] = { "sycl-device-global-size"="16" "sycl-host-access"="read_write" "sycl-unique-id"="_Z5table" }
// CHECK: attributes #[[COUNTER]] = { "sycl-device-global-size"="8" "sycl-unique-id"="{{[0-9a-f]+}}____ZL7counter" }
