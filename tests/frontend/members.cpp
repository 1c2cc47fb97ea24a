// Members: an annotation at each use, with the texts of the specification, and files without their folders. None on AMD
// GPUs, where clang would write what LLVM cannot read.
// RUN: cp -r %S/_inc inc && %S/compile %s -I"$PWD/inc"
// RUN: %S/compile %s -I"$PWD/inc" --target=amdgcn-amd-amdhsa -nogpulib
// CHECK: c"sycl-properties:foo,bar=32\00", section "llvm.metadata"
// CHECK-NOT: /inc
// CHECK: c"pointer.hpp\00", section "llvm.metadata"
// CHECK-NOT: /inc
// CHECK: define dso_local spir_func void @_Z5storePi
// CHECK: call i8 addrspace(4)* @llvm.ptr.annotation.p4i8(i8 addrspace(4)* %{{[0-9]+}}, i8* {{.*}}i32 {{[0-9]+}}, i8* null)
// CHECK: call i8 addrspace(4)* @llvm.ptr.annotation.p4i8(
// CHECK-NOT: @llvm.ptr.annotation.p4i8(i8 addrspace(4)* %
// CHECK: target triple = "amdgcn-amd-amdhsa"
// CHECK: define {{.*}}void @_Z5storePi
// CHECK-NOT: llvm.ptr.annotation
#include <pointer.hpp>
#include "_sycl.hpp"
struct foo {
	static constexpr const char *meta_name = "foo", *meta_value = "";
};
struct bar {
	static constexpr const char *meta_name = "bar";
	static constexpr int meta_value = 32;
};
SYCL_EXTERNAL void store(int *p)
{
	pointer<int, foo, bar> a;
	pointer<int> none;
	a.ptr = p;
	*a.ptr = 1;
	none.ptr = p;
}
