; spirv-val has nothing to say where it knows the decorations: annotations of clang's, FPGA attributes, modes, members.
; RUN: sybil translate %s -o %t.spv && spirv-val %t.spv && echo valid
; RUN: sybil translate -S %s
; LLVM: 15
; REQUIRES: llvm-spirv-15
; REQUIRES: spirv-val

; CHECK: valid
; CHECK: OpExecutionMode %{{[0-9]+}} DenormPreserve 64
; CHECK: OpName %[[S:[0-9]+]] "struct.S"
; CHECK: OpDecorate %[[G:[0-9]+]] MemoryINTEL "MLAB"
; CHECK-NEXT: OpDecorate %[[G]] NumbanksINTEL 4
; CHECK-NEXT: OpDecorate %[[G]] BufferLocationINTEL 3
; CHECK: OpMemberDecorate %[[S]] 1 UserSemantic "hello"
; CHECK: OpMemberDecorate %[[S]] 0 RegisterINTEL
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, i32 }

@g = addrspace(1) global i32 0, !spirv.Decorations !0
@.str = private unnamed_addr constant [6 x i8] c"hello\00", section "llvm.metadata"
@.str.1 = private unnamed_addr constant [6 x i8] c"v.cpp\00", section "llvm.metadata"
@.str.2 = private unnamed_addr constant [7 x i8] c"{5825}\00", section "llvm.metadata"

define spir_kernel void @k(%struct.S addrspace(1)* %p) {
  %m = getelementptr inbounds %struct.S, %struct.S addrspace(1)* %p, i32 0, i32 1
  %a = call i32 addrspace(1)* @llvm.ptr.annotation.p1i32.p0i8(i32 addrspace(1)* %m, i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str, i64 0, i64 0), i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.1, i64 0, i64 0), i32 1, i8* null)
  %n = getelementptr inbounds %struct.S, %struct.S addrspace(1)* %p, i32 0, i32 0
  %b = call i32 addrspace(1)* @llvm.ptr.annotation.p1i32.p0i8(i32 addrspace(1)* %n, i8* getelementptr inbounds ([7 x i8], [7 x i8]* @.str.2, i64 0, i64 0), i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.1, i64 0, i64 0), i32 1, i8* null)
  %v = load i32, i32 addrspace(1)* @g
  store i32 %v, i32 addrspace(1)* %a
  store i32 %v, i32 addrspace(1)* %b
  ret void
}

declare i32 addrspace(1)* @llvm.ptr.annotation.p1i32.p0i8(i32 addrspace(1)*, i8*, i8*, i32, i8*)

!spirv.ExecutionMode = !{!10}
!10 = !{void (%struct.S addrspace(1)*)* @k, i32 4459, i32 64}
!0 = !{!1, !2, !3}
!1 = !{i32 5826, !"MLAB"}
!2 = !{i32 5827, i32 4}
!3 = !{i32 5921, i32 3}
