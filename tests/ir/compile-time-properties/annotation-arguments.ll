; Today's form: names and values behind the fifth argument. Identical strings are one; unknown ones are dropped.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
@n.a = private unnamed_addr constant [15 x i8] c"sycl-init-mode\00", section "llvm.metadata"
@n.b = private unnamed_addr constant [22 x i8] c"sycl-implement-in-csr\00", section "llvm.metadata"
@n.c = private unnamed_addr constant [13 x i8] c"sycl-unknown\00", section "llvm.metadata"
@v.1 = private unnamed_addr constant [2 x i8] c"1\00", section "llvm.metadata"
@v.true = private unnamed_addr constant [5 x i8] c"true\00", section "llvm.metadata"
@v.empty = private unnamed_addr constant [1 x i8] zeroinitializer, section "llvm.metadata"
@n.d = private unnamed_addr constant [14 x i8] c"sycl-datapath\00", section "llvm.metadata"
@mark = private unnamed_addr constant [16 x i8] c"sycl-properties\00", section "llvm.metadata"
@file = private unnamed_addr constant [9 x i8] c"file.cpp\00", section "llvm.metadata"
@args.1 = private unnamed_addr constant { ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr } { ptr @n.a, ptr @v.1, ptr @n.b, ptr @v.true, ptr @n.c, ptr @v.1, ptr @n.d, ptr null }, section "llvm.metadata"
@args.2 = private unnamed_addr constant { ptr, ptr, ptr, ptr, ptr, ptr } { ptr @n.a, ptr @v.1, ptr @n.b, ptr @v.true, ptr @n.d, ptr @v.empty }, section "llvm.metadata"
@args.3 = private unnamed_addr constant { ptr, ptr } { ptr @n.c, ptr null }, section "llvm.metadata"
%struct = type { i32, i32 }

define spir_func i32 @f(ptr addrspace(4) %s) {
  %1 = getelementptr inbounds %struct, ptr addrspace(4) %s, i32 0, i32 1
  %2 = call ptr addrspace(4) @llvm.ptr.annotation.p4.p0(ptr addrspace(4) %1, ptr @mark, ptr @file, i32 3, ptr @args.1)
  %3 = call ptr addrspace(4) @llvm.ptr.annotation.p4.p0(ptr addrspace(4) %s, ptr @mark, ptr @file, i32 4, ptr @args.2)
  %4 = call ptr addrspace(4) @llvm.ptr.annotation.p4.p0(ptr addrspace(4) %s, ptr @mark, ptr @file, i32 5, ptr @args.3)
  %5 = load i32, ptr addrspace(4) %2, align 4
  store i32 %5, ptr addrspace(4) %3, align 4
  store i32 %5, ptr addrspace(4) %4, align 4
  ret i32 %5
}
declare ptr addrspace(4) @llvm.ptr.annotation.p4.p0(ptr addrspace(4), ptr, ptr, i32, ptr)

; CHECK-NOT: sycl-properties
; CHECK: @file = private unnamed_addr constant [9 x i8] c"file.cpp\00"
; CHECK-NOT: @
; CHECK: @.properties = private unnamed_addr constant [27 x i8] c"{6148:\221\22}{6149:\221\22}{5825}\00", section "llvm.metadata"
; CHECK-NOT: @.properties
; CHECK: define spir_func i32 @f(
; CHECK: %2 = call ptr addrspace(4) @llvm.ptr.annotation.{{[p0-9.]+}}(ptr addrspace(4) %1, ptr @.properties, ptr @file, i32 3, ptr null)
; CHECK: %3 = call ptr addrspace(4) @llvm.ptr.annotation.{{[p0-9.]+}}(ptr addrspace(4) %s, ptr @.properties, ptr @file, i32 4, ptr null)
; CHECK: %4 = load i32, ptr addrspace(4) %2, align 4
; CHECK: store i32 %4, ptr addrspace(4) %3, align 4
; CHECK: store i32 %4, ptr addrspace(4) %s, align 4
