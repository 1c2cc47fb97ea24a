; Arguments that are no names and values: a warning each, no crash.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s 2>%t) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s 2>%t)
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
@odd = private constant { ptr, ptr, ptr } { ptr @n.a, ptr @v.1, ptr @n.b }
@ints = private constant { ptr, i32, ptr, i1, ptr, double } { ptr @n.a, i32 7, ptr @n.b, i1 true, ptr @n.a, double 1.0 }
@zero = private constant [1000000000000 x ptr] zeroinitializer
@nameless = private constant [2 x ptr] zeroinitializer
@half = private constant { ptr, ptr } { ptr null, ptr @v.1 }
@inner = private constant { ptr, ptr } { ptr getelementptr inbounds ([22 x i8], ptr @n.b, i32 0, i32 5), ptr @v.1 }
@unknown = external constant { ptr, ptr }
@wide = private constant [2 x i16] [i16 1, i16 2]
@wides = private constant { ptr, ptr } { ptr @wide, ptr @wide }

define spir_func void @f(ptr %p, ptr %a) {
  %1 = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @mark, ptr @file, i32 3, ptr @odd)
  %2 = call ptr @llvm.ptr.annotation.p0.p0(ptr %1, ptr @mark, ptr @file, i32 3, ptr @ints)
  %3 = call ptr @llvm.ptr.annotation.p0.p0(ptr %2, ptr @mark, ptr @file, i32 3, ptr @zero)
  %4 = call ptr @llvm.ptr.annotation.p0.p0(ptr %3, ptr @mark, ptr @file, i32 3, ptr @half)
  %5 = call ptr @llvm.ptr.annotation.p0.p0(ptr %4, ptr @mark, ptr @file, i32 3, ptr @inner)
  %6 = call ptr @llvm.ptr.annotation.p0.p0(ptr %5, ptr @mark, ptr @file, i32 3, ptr @unknown)
  %7 = call ptr @llvm.ptr.annotation.p0.p0(ptr %6, ptr @mark, ptr @file, i32 3, ptr %a)
  %8 = call ptr @llvm.ptr.annotation.p0.p0(ptr %7, ptr %a, ptr @file, i32 3, ptr null)
  %9 = call ptr @llvm.ptr.annotation.p0.p0(ptr %8, ptr @mark, ptr @file, i32 3, ptr @wides)
  %10 = call ptr @llvm.ptr.annotation.p0.p0(ptr %9, ptr @mark, ptr @file, i32 3, ptr null)
  %11 = call ptr @llvm.ptr.annotation.p0.p0(ptr %10, ptr @mark, ptr @file, i32 3, ptr undef)
  store i32 1, ptr %11
  ret void
dead:
  %12 = call ptr @llvm.ptr.annotation.p0.p0(ptr %12, ptr @mark, ptr @file, i32 3, ptr null)
  br label %dead
}
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)

; CHECK: @.properties = {{.*}} c"{6148:\221\22}\00"
; CHECK: @.properties.1 = {{.*}} c"{6148:\227\22}{6149:\221\22}\00"
; CHECK: %1 = call ptr @llvm.ptr.annotation.{{[p0-9.]+}}(ptr %p, ptr @.properties, ptr @file, i32 3, ptr null)
; CHECK: %2 = call ptr @llvm.ptr.annotation.{{[p0-9.]+}}(ptr %1, ptr @.properties.1, ptr @file, i32 3, ptr null)
; CHECK: %3 = call ptr @llvm.ptr.annotation.{{[p0-9.]+}}(ptr %2, ptr @mark, ptr @file, i32 3, ptr @zero)
; CHECK: %4 = call ptr @llvm.ptr.annotation.{{[p0-9.]+}}(ptr %3, ptr @mark, ptr @file, i32 3, ptr @unknown)
; CHECK: %5 = call ptr @llvm.ptr.annotation.{{[p0-9.]+}}(ptr %4, ptr @mark, ptr @file, i32 3, ptr %a)
; CHECK: %6 = call ptr @llvm.ptr.annotation.{{[p0-9.]+}}(ptr %5, ptr %a, ptr @file, i32 3, ptr null)
; CHECK: %7 = call ptr @llvm.ptr.annotation.{{[p0-9.]+}}(ptr %6, ptr @mark, ptr @file, i32 3, ptr undef)
; CHECK: store i32 1, ptr %7
; CHECK: function 'f': {{.*}} [-Wproperty-annotation]
; CHECK: function 'f': {{.*}} [-Wproperty-annotation]
; CHECK: function 'f': {{.*}} [-Wproperty-annotation]
; CHECK: function 'f': {{.*}} [-Wproperty-annotation]
