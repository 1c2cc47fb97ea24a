; Alignment reaches uses through casts, is only raised, and does not reach a pointer that is stored.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
; LLVM: 15
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
@.str = private unnamed_addr constant [34 x i8] c"sycl-properties:sycl-alignment=16\00", section "llvm.metadata"

define spir_func void @f(i8* %p, i8* %q, i8** %s) {
  %1 = call i8* @llvm.ptr.annotation.p0i8(i8* %p, i8* getelementptr inbounds ([34 x i8], [34 x i8]* @.str, i32 0, i32 0), i8* null, i32 3, i8* null)
  %2 = bitcast i8* %1 to i32*
  %3 = addrspacecast i32* %2 to i32 addrspace(4)*
  %4 = load i32, i32 addrspace(4)* %3, align 4
  store i32 %4, i32* %2, align 32
  store i8* %1, i8** %s, align 8
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 4 %q, i8* %1, i64 8, i1 false)
  call void @llvm.memmove.p0i8.p0i8.i64(i8* align 4 %1, i8* %q, i64 8, i1 false)
  call void @llvm.memset.p0i8.i64(i8* align 64 %1, i8 0, i64 8, i1 false)
  call void @g(i8* %1)
  ret void
}
declare void @g(i8*)
declare i8* @llvm.ptr.annotation.p0i8(i8*, i8*, i8*, i32, i8*)
declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1)
declare void @llvm.memmove.p0i8.p0i8.i64(i8*, i8*, i64, i1)
declare void @llvm.memset.p0i8.i64(i8*, i8, i64, i1)

; CHECK: %1 = bitcast i8* %p to i32*
; CHECK: load i32, i32 addrspace(4)* %2, align 16
; CHECK: store i32 %3, i32* %1, align 32
; CHECK: store i8* %p, i8** %s, align 8
; CHECK: @llvm.memcpy.p0i8.p0i8.i64(i8* align 4 %q, i8* align 16 %p, i64 8, i1 false)
; CHECK: @llvm.memmove.p0i8.p0i8.i64(i8* align 16 %p, i8* %q, i64 8, i1 false)
; CHECK: @llvm.memset.p0i8.i64(i8* align 64 %p, i8 0, i64 8, i1 false)
; CHECK: call void @g(i8* %p)
