; Cache controls become metadata of the pointer's instruction; a prefetch stays an annotation.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
@.str = private unnamed_addr constant [116 x i8] c"sycl-properties:sycl-cache-read-hint=33,sycl-cache-write-hint=0x200000,sycl-prefetch-hint=0,sycl-prefetch-hint-nt=2\00", section "llvm.metadata"
@.file = private unnamed_addr constant [9 x i8] c"file.cpp\00", section "llvm.metadata"

define spir_func void @f(ptr %p) {
  %1 = getelementptr i8, ptr %p, i64 4
  %2 = call ptr @llvm.ptr.annotation.p0.p0(ptr %1, ptr @.str, ptr @.file, i32 3, ptr null)
  store i32 1, ptr %2, align 4
  ret void
}
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)

; CHECK: c"{6442:\220,1\22}{6442:\222,3\22}\00"
; CHECK: %1 = getelementptr i8, ptr %p, i64 4, !spirv.Decorations [[ALL:![0-9]+]]
; CHECK: %2 = call ptr @llvm.ptr.annotation.{{[p0-9.]+}}(
; CHECK: [[ALL]] = !{[[A:![0-9]+]], [[B:![0-9]+]], [[C:![0-9]+]]}
; CHECK: [[A]] = !{i32 6442, i32 0, i32 0}
; CHECK: [[B]] = !{i32 6442, i32 1, i32 1}
; CHECK: [[C]] = !{i32 6443, i32 1, i32 1}
