; Today's form with typed pointers.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
; LLVM: 15
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
@args.1 = private unnamed_addr constant { [15 x i8]*, [2 x i8]*, [14 x i8]*, i8* } { [15 x i8]* @n.a, [2 x i8]* @v.1, [14 x i8]* @n.d, i8* null }, section "llvm.metadata"
%struct = type { i32, i32 }

define spir_func i32 @f(%struct* %s) {
  %1 = getelementptr inbounds %struct, %struct* %s, i32 0, i32 1
  %2 = bitcast i32* %1 to i8*
  %3 = call i8* @llvm.ptr.annotation.p0i8(i8* %2, i8* getelementptr inbounds ([16 x i8], [16 x i8]* @mark, i32 0, i32 0), i8* getelementptr inbounds ([9 x i8], [9 x i8]* @file, i32 0, i32 0), i32 3, i8* bitcast ({ [15 x i8]*, [2 x i8]*, [14 x i8]*, i8* }* @args.1 to i8*))
  %4 = bitcast i8* %3 to i32*
  %5 = call i32* @llvm.ptr.annotation.p0i32(i32* %4, i8* getelementptr inbounds ([16 x i8], [16 x i8]* @mark, i32 0, i32 0), i8* getelementptr inbounds ([9 x i8], [9 x i8]* @file, i32 0, i32 0), i32 3, i8* bitcast ({ [15 x i8]*, [2 x i8]*, [14 x i8]*, i8* }* @args.1 to i8*))
  %6 = load i32, i32* %5, align 4
  ret i32 %6
}
declare i8* @llvm.ptr.annotation.p0i8(i8*, i8*, i8*, i32, i8*)
declare i32* @llvm.ptr.annotation.p0i32(i32*, i8*, i8*, i32, i8*)

; CHECK: @.properties = private unnamed_addr constant [17 x i8] c"{6148:\221\22}{5825}\00", section "llvm.metadata"
; CHECK: %3 = call i8* @llvm.ptr.annotation.p0i8(i8* %2, i8* getelementptr inbounds ([17 x i8], [17 x i8]* @.properties, i32 0, i32 0), i8* getelementptr inbounds ([9 x i8], [9 x i8]* @file, i32 0, i32 0), i32 3, i8* null)
; CHECK: %5 = call i32* @llvm.ptr.annotation.p0i32(i32* %4, i8* getelementptr inbounds ([17 x i8], [17 x i8]* @.properties, i32 0, i32 0), {{.*}}, i32 3, i8* null)
