; Numbers that stand could be those of other constants: calls besides are an error, but not for default values.
; RUN: sybil opt --passes=spec-constants-default -S %s
; RUN: sybil opt --passes=spec-constants-native %s
; LLVM: 15 19
; EXIT: 3
; CHECK: store i32 5
; CHECK: error: the module has both numbered specialization constants and calls for others [spec-constant-call]
@name.i = private constant [4 x i8] c"int\00"
@id.i = internal constant { i32 } { i32 5 }
define spir_kernel void @k(ptr addrspace(1) %p) {
  %i = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr @name.i, ptr @id.i, ptr null)
  store i32 %i, ptr addrspace(1) %p
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr, ptr, ptr)
!sycl.specialization-constants = !{!0}
!0 = !{!"other", i32 0, i32 0, i32 4}
