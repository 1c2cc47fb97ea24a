; Alignment that no load, store or copy takes stays as an annotation, for whoever gets the pointer.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
@.str = private unnamed_addr constant [34 x i8] c"sycl-properties:sycl-alignment=64\00", section "llvm.metadata"
@.both = private unnamed_addr constant [51 x i8] c"sycl-properties:sycl-alignment=32,sycl-init-mode=1\00", section "llvm.metadata"

define spir_func void @passed(ptr %p) {
  %1 = getelementptr i8, ptr %p, i64 64
  %2 = call ptr @llvm.ptr.annotation.p0.p0(ptr %1, ptr @.str, ptr null, i32 3, ptr null)
  call spir_func void @g(ptr %2)
  ret void
}
define spir_func void @both(ptr %p, ptr %q) {
  %1 = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @.both, ptr null, i32 3, ptr null)
  store ptr %1, ptr %q, align 8
  ret void
}
define spir_func i32 @loaded(ptr %p) {
  %1 = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @.str, ptr null, i32 3, ptr null)
  call spir_func void @g(ptr %1)
  %2 = load i32, ptr %1, align 4
  ret i32 %2
}
declare spir_func void @g(ptr)
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)

; CHECK: [[ALONE:@[.a-z0-9]+]] = {{.*}} c"{44:\2264\22}\00"
; CHECK: [[BOTH:@[.a-z0-9]+]] = {{.*}} c"{44:\2232\22}{6148:\221\22}\00"
; CHECK: @passed
; CHECK: %2 = call ptr @llvm.ptr.annotation.p0{{(.p0)?}}(ptr %1, ptr [[ALONE]], ptr null, i32 3, ptr null)
; CHECK: call spir_func void @g(ptr %2)
; CHECK: @both
; CHECK: %1 = call ptr @llvm.ptr.annotation.p0{{(.p0)?}}(ptr %p, ptr [[BOTH]], ptr null, i32 3, ptr null)
; CHECK: store ptr %1, ptr %q, align 8
; CHECK: @loaded
; CHECK-NOT: annotation
; CHECK: load i32, ptr %p, align 64
