; A kernel that depends on the offset of the launch gets a second form with one more parameter; functions between are inlined, and
; other kernels have one form only.
; RUN: sybil opt --passes=retarget-nvptx -S %s
; CHECK: define spir_kernel void @with(ptr addrspace(1) %p)
; CHECK: [[ID:%.*]] = call i64 @__sybil_global_id(i32 0)
; CHECK-NEXT: [[SUM:%.*]] = add i64 [[ID]], 0
; CHECK-NEXT: store i64 [[SUM]], ptr addrspace(1) %p
; CHECK: define spir_kernel void @without(ptr addrspace(1) %p)
; CHECK: define spir_kernel void @with_with_offset(ptr addrspace(1) %p, ptr byval([3 x i32]) align 4 [[O:%.*]])
; CHECK: [[ID:%.*]] = call i64 @__sybil_global_id(i32 0)
; CHECK-NEXT: [[AT:%.*]] = getelementptr [3 x i32], ptr [[O]], i32 0, i32 0
; CHECK-NEXT: [[X:%.*]] = load i32, ptr [[AT]]
; CHECK-NEXT: [[OFFSET:%.*]] = zext i32 [[X]] to i64
; CHECK-NEXT: add i64 [[ID]], [[OFFSET]]
; CHECK-NOT: @without_with_offset
; CHECK-NOT: @__sybil_offset
target triple = "spir64-unknown-unknown"

define spir_kernel void @with(ptr addrspace(1) %p) {
  %1 = call spir_func i64 @between()
  store i64 %1, ptr addrspace(1) %p
  ret void
}

define internal spir_func i64 @between() {
  %1 = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  ret i64 %1
}

define spir_kernel void @without(ptr addrspace(1) %p) {
  %1 = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  store i64 %1, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
