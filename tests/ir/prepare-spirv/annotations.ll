; Annotations make way for texts: of members by struct and index, of other pointers by a copy with a name.
; RUN: sybil opt --passes=prepare-spirv -S %s

; CHECK-NOT: llvm.metadata
; CHECK: define spir_func i32 @f(ptr %p, i64 %i)
; CHECK-NEXT: %m = getelementptr inbounds %struct.S, ptr %p, i32 0, i32 1, i32 1
; CHECK-NEXT: %[[COPY:.*]] = getelementptr i8, ptr %p, i64 0
; CHECK-NEXT: %v = load i32, ptr %m
; CHECK-NEXT: %w = load i32, ptr %[[COPY]]
; CHECK: "sybil-decorate:member \22struct.T\22 1 {6148:\221\22}{7744}"
; CHECK: "sybil-decorate:value \22.sybil.0\22 [5635:\22plain \\x7btext\22]"
; CHECK: "sybil-decorate:function \22f\22 [5919:1]"
; CHECK: "sybil-decorate:variable \22g\22 [5635:\22plain {{.*}}text\22]"
target triple = "spir64-unknown-unknown"

%struct.T = type { i32, i32 }
%struct.S = type { i32, %struct.T }

@g = addrspace(1) global i32 0
@groups = private unnamed_addr constant [17 x i8] c"{6148:\221\22}{7744}\00", section "llvm.metadata"
@plain = private unnamed_addr constant [12 x i8] c"plain {text\00", section "llvm.metadata"
@ours = private unnamed_addr constant [24 x i8] c"sybil-decorate:[5919:1]\00", section "llvm.metadata"
@file = private unnamed_addr constant [4 x i8] c"f.c\00", section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @ours, ptr @file, i32 1, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr addrspacecast (ptr addrspace(1) @g to ptr), ptr @plain, ptr @file, i32 1, ptr null }], section "llvm.metadata"

define spir_func i32 @f(ptr %p, i64 %i) {
  %m = getelementptr inbounds %struct.S, ptr %p, i32 0, i32 1, i32 1
  %a = call ptr @llvm.ptr.annotation.p0.p0(ptr %m, ptr @groups, ptr @file, i32 3, ptr null)
  %b = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @plain, ptr @file, i32 3, ptr null)
  %v = load i32, ptr %a
  %w = load i32, ptr %b
  %s = add i32 %v, %w
  ret i32 %s
}

declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
