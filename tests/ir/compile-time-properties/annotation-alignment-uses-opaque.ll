; The same with opaque pointers.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
@.str = private unnamed_addr constant [34 x i8] c"sycl-properties:sycl-alignment=16\00", section "llvm.metadata"

define spir_func void @f(ptr %p, ptr %q) {
  %1 = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @.str, ptr null, i32 3, ptr null)
  %2 = addrspacecast ptr %1 to ptr addrspace(4)
  %3 = load i32, ptr addrspace(4) %2, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr %1, ptr %1, i64 8, i1 false)
  ret void
}
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK: load i32, ptr addrspace(4) %1, align 16
; CHECK: @llvm.memcpy.p0.p0.i64(ptr align 16 %p, ptr align 16 %p, i64 8, i1 false)
