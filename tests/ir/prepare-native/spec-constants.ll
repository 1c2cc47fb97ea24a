; Specialization constants that nobody put into a buffer have their default values.
; RUN: sybil opt --passes=prepare-native -S %s
; LLVM: 15 19
; CHECK: define ptx_kernel void @k
; CHECK-NEXT: store i32 5, ptr addrspace(1) %p
; CHECK-NOT: getScalar2020
target triple = "nvptx64-nvidia-cuda"

@name.i = private constant [4 x i8] c"int\00"
@id.i = internal constant { i32 } { i32 5 }

define spir_kernel void @k(ptr addrspace(1) %p) {
  %i = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr @name.i, ptr @id.i, ptr null)
  store i32 %i, ptr addrspace(1) %p
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr, ptr, ptr)
