; Emulation without a buffer: the default value, and that is said.
; RUN: sybil opt --passes=spec-constants-emulation -S %s
; LLVM: 15 19
; CHECK: define spir_kernel void @k
; CHECK-NEXT: store i32 5, ptr addrspace(1) %p
; CHECK-NEXT: store i1 true, ptr addrspace(1) %p
; CHECK-NEXT: ret void
; CHECK: !{!"int", i32 0, i32 0, i32 4}
; CHECK: warning: function 'k': specialization constant 'int' has no buffer and keeps its default value [-Wspec-constant-buffer]
; CHECK: constant 'bool'
@name.i = private constant [4 x i8] c"int\00"
@name.b = private constant [5 x i8] c"bool\00"
@id.i = internal constant { i32 } { i32 5 }
@id.b = internal constant { i8 } { i8 1 }
define spir_kernel void @k(ptr addrspace(1) %p) {
  %i = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr @name.i, ptr @id.i, ptr null)
  store i32 %i, ptr addrspace(1) %p
  %b = call i1 @_Z37__sycl_getScalar2020SpecConstantValueIb(ptr @name.b, ptr @id.b, ptr undef)
  store i1 %b, ptr addrspace(1) %p
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr, ptr, ptr)
declare i1 @_Z37__sycl_getScalar2020SpecConstantValueIb(ptr, ptr, ptr)
