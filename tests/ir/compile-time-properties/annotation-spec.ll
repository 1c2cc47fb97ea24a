; The spec's form, with typed pointers, as the document has it.
; RUN: sybil opt --passes=compile-time-properties --decoration=sycl-foo=7744:none --decoration=bar=7745:int -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties --decoration=sycl-foo=7744:none --decoration=bar=7745:int -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties --decoration=sycl-foo=7744:none --decoration=bar=7745:int -S %s)
; RUN: sybil opt --passes=compile-time-properties --decoration=sycl-foo=7744:none --decoration=bar=7745:int %s -o - 2>%t | opt -passes=verify -disable-output
; LLVM: 15
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
%class.annotated_ptr = type { i32* }
@.str = private unnamed_addr constant [27 x i8] c"sycl-properties:foo,bar=32\00", section "llvm.metadata"
@.str.1 = private unnamed_addr constant [9 x i8] c"file.cpp\00", section "llvm.metadata"

define void @foo(i32* %p) {
  %aptr = alloca %class.annotated_ptr
  %ptr = getelementptr inbounds %class.annotated_ptr, %class.annotated_ptr* %aptr, i32 0, i32 0
  %1 = bitcast i32** %ptr to i8*
  %2 = call i8* @llvm.ptr.annotation.p0i8(i8* %1, i8* getelementptr inbounds ([27 x i8], [27 x i8]* @.str, i32 0, i32 0), i8* getelementptr inbounds ([9 x i8], [9 x i8]* @.str.1, i32 0, i32 0), i32 3, i8* null)
  %3 = bitcast i8* %2 to i32**
  store i32* %p, i32** %3
  ret void
}
declare i8* @llvm.ptr.annotation.p0i8(i8*, i8*, i8*, i32, i8*)

; CHECK-NOT: sycl-properties
; CHECK: @.properties = private unnamed_addr constant [18 x i8] c"{7744}{7745:\2232\22}\00", section "llvm.metadata"
; CHECK: %2 = call i8* @llvm.ptr.annotation.p0i8(i8* %1, i8* getelementptr inbounds ([18 x i8], [18 x i8]* @.properties, i32 0, i32 0)
