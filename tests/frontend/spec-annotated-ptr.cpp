// examples/properties/annotated_ptr.cpp: an annotation at each use of the member.
// RUN: %S/compile "$SRC/examples/properties/annotated_ptr.cpp"
// CHECK: c"annotated_ptr.cpp\00", section "llvm.metadata"
// CHECK: c"sycl-properties:foo,bar=32\00", section "llvm.metadata"
// CHECK: define dso_local spir_func void @_Z3setPi(
// CHECK: call i8 addrspace(4)* @llvm.ptr.annotation.p4i8(
// CHECK: call i8 addrspace(4)* @llvm.ptr.annotation.p4i8(
