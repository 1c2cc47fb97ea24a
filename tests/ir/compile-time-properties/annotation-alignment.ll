; Alignment goes to loads, stores and copies, and is no decoration.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
@.str = private unnamed_addr constant [51 x i8] c"sycl-properties:sycl-alignment=16,sycl-init-mode=1\00", section "llvm.metadata"
@.file = private unnamed_addr constant [9 x i8] c"file.cpp\00", section "llvm.metadata"

define spir_func void @f(ptr %p) {
  %1 = getelementptr i8, ptr %p, i64 4
  %2 = call ptr @llvm.ptr.annotation.p0.p0(ptr %1, ptr @.str, ptr @.file, i32 3, ptr null)
  store i32 1, ptr %2, align 4
  ret void
}
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)

; CHECK: c"{6148:\221\22}\00"
; CHECK: store i32 1, ptr %2, align 16
