; Specialization constants that post-link did not lower have their default values; those it did lower stay.
; RUN: sybil opt --passes=prepare-spirv,prepare-spirv -S %s
; LLVM: 15 19
; CHECK: define spir_kernel void @k
; CHECK-NEXT: store i32 5, ptr addrspace(1) %p
; CHECK-NEXT: %kept = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 6)
; CHECK-NOT: getScalar2020
; CHECK: !sycl.specialization-constants = !{
target triple = "spir64-unknown-unknown"

@name.i = private constant [4 x i8] c"int\00"
@id.i = internal constant { i32 } { i32 5 }

define spir_kernel void @k(ptr addrspace(1) %p) {
  %i = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr @name.i, ptr @id.i, ptr null)
  store i32 %i, ptr addrspace(1) %p
  %kept = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 6)
  store i32 %kept, ptr addrspace(1) %p
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr, ptr, ptr)
declare i32 @_Z20__spirv_SpecConstantii(i32, i32)

!sycl.specialization-constants = !{!0}
!0 = !{!"other", i32 0, i32 0, i32 4}
