; Cache controls alone: no call is left. A parameter has no instruction: the annotation stays. What stands wins.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
@.str = private unnamed_addr constant [42 x i8] c"sycl-properties:sycl-cache-read-hint=0x30\00", section "llvm.metadata"

define spir_func void @f(ptr %p) {
  %1 = getelementptr i8, ptr %p, i64 4
  %2 = call ptr @llvm.ptr.annotation.p0.p0(ptr %1, ptr @.str, ptr null, i32 3, ptr null)
  store i32 1, ptr %2, align 4
  %3 = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @.str, ptr null, i32 3, ptr null)
  store i32 2, ptr %3, align 4
  %4 = getelementptr i8, ptr %p, i64 8, !spirv.Decorations !0
  %5 = call ptr @llvm.ptr.annotation.p0.p0(ptr %4, ptr @.str, ptr null, i32 3, ptr null)
  store i32 3, ptr %5, align 4
  ret void
}
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
!0 = !{!1}
!1 = !{i32 6442, i32 0, i32 2}

; CHECK: c"{6442:\220,1\22}{6442:\221,1\22}\00"
; CHECK: %1 = getelementptr i8, ptr %p, i64 4, !spirv.Decorations [[ALL:![0-9]+]]
; CHECK: store i32 1, ptr %1, align 4
; CHECK: %2 = call ptr @llvm.ptr.annotation.{{[p0-9.]+}}(ptr %p, ptr @.properties,
; CHECK: store i32 2, ptr %2, align 4
; CHECK: %3 = getelementptr i8, ptr %p, i64 8, !spirv.Decorations [[OLD:![0-9]+]]
; CHECK: store i32 3, ptr %3, align 4
; CHECK: [[ALL]] = !{[[A:![0-9]+]], [[B:![0-9]+]]}
; CHECK: [[A]] = !{i32 6442, i32 0, i32 1}
; CHECK: [[B]] = !{i32 6442, i32 1, i32 1}
; CHECK: [[OLD]] = !{[[C:![0-9]+]], [[B]]}
; CHECK: [[C]] = !{i32 6442, i32 0, i32 2}
