; Edges: nothing to do, functions that are defined, empty members, zeros, unreachable and repeated calls, wide composites.
; RUN: sybil opt --passes=spec-constants-native -S %s
; LLVM: 15 19
; CHECK: define spir_kernel void @k
; CHECK-NEXT: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 0)
; CHECK-NEXT: [[S:%[0-9]+]] = call %struct.S @_Z29__spirv_SpecConstantCompositestruct.EiA0_f_Rstruct.S(%struct.E {{[a-z]+}}, i32 %{{[0-9]+}}, [0 x float] {{[a-z]+}})
; CHECK-NEXT: store %struct.S [[S]], ptr addrspace(4) %p
; CHECK: %e = call %struct.E @defined()
; CHECK: dead:
; CHECK-NEXT: call float @_Z20__spirv_SpecConstantif(i32 1, float 0.000000e+00)
; CHECK: define %struct.E @_Z40__sycl_getComposite2020SpecConstantValueI1E()
; CHECK: !{!"s", i32 0, i32 0, i32 4}
; CHECK: !{!"f", i32 1, i32 0, i32 4}
; CHECK: !{!"none"}
target datalayout = "e-i64:64"
%struct.E = type {}
%struct.S = type { %struct.E, i32, [0 x float] }
@name.s = private constant [2 x i8] c"s\00"
@name.f = private constant [2 x i8] c"f\00"
@name.e = private constant [5 x i8] c"none\00"
@id.s = internal constant { %struct.S } zeroinitializer
@id.f = internal constant { float } zeroinitializer
define spir_kernel void @k(ptr addrspace(4) %p) {
  call void @_Z40__sycl_getComposite2020SpecConstantValueI1S(ptr addrspace(4) sret(%struct.S) %p, ptr @name.s, ptr @id.s, ptr null)
  %e = call %struct.E @defined()
  ret void
dead:
  %f = call float @_Z37__sycl_getScalar2020SpecConstantValueIf(ptr @name.f, ptr @id.f, ptr null)
  %none = call %struct.E @_Z40__sycl_getComposite2020SpecConstantValueInone(ptr @name.e, ptr @id.f, ptr null)
  br label %dead
}
define %struct.E @_Z40__sycl_getComposite2020SpecConstantValueI1E() {
  ret %struct.E zeroinitializer
}
declare %struct.E @defined()
declare %struct.E @_Z40__sycl_getComposite2020SpecConstantValueInone(ptr, ptr, ptr)
declare void @_Z40__sycl_getComposite2020SpecConstantValueI1S(ptr addrspace(4) sret(%struct.S), ptr, ptr, ptr)
declare float @_Z37__sycl_getScalar2020SpecConstantValueIf(ptr, ptr, ptr)
