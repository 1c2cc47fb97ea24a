; Parameters, functions, values in code and members of structs: each decoration arrives on its target.
; RUN: sybil translate -S %s
; LLVM: 15
; REQUIRES: llvm-spirv-15

; CHECK: OpCapability FPGAArgumentInterfacesINTEL
; CHECK: OpExtension "SPV_INTEL_cache_controls"
; CHECK: OpEntryPoint 6 %[[ENTRY:[0-9]+]] "k"
; CHECK: OpName %[[BODY:[0-9]+]] "k"
; CHECK: OpName %[[S:[0-9]+]] "struct.S"
; CHECK: OpName %[[P:[0-9]+]] "next"
; CHECK-NOT: OpName {{.*}}sybil
; CHECK: OpDecorate %[[PARAM:[0-9]+]] RegisterMapKernelArgumentINTEL
; CHECK-NEXT: OpDecorate %[[PARAM]] MMHostInterfaceAddressWidthINTEL 32
; CHECK-NEXT: OpDecorate %[[PARAM]] Restrict
; CHECK-NOT: OpDecorate %[[PARAM]] Restrict 1
; CHECK: OpDecorate %[[ENTRY]] PipelineEnableINTEL 1
; CHECK: OpDecorate %[[P]] CacheControlLoadINTEL 0 1
; CHECK: OpMemberDecorate %[[S]] 1 InitModeINTEL 1
; CHECK: OpMemberDecorate %[[S]] 1 ImplementInCSRINTEL 1
; CHECK: OpDecorate %[[BODY]] PipelineEnableINTEL 1
; CHECK-NOT: UserSemantic
; CHECK: %[[S]] = OpTypeStruct
; CHECK: %[[PARAM]] = OpFunctionParameter
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, i32 }

@said = private unnamed_addr constant [24 x i8] c"{6148:\221\22}{6149:\22true\22}\00", section "llvm.metadata"
@file = private unnamed_addr constant [4 x i8] c"f.c\00", section "llvm.metadata"

define spir_kernel void @k(i32 addrspace(1)* %a) !spirv.ParameterDecorations !20 !spirv.Decorations !30 {
  %s = alloca %struct.S
  %m = getelementptr inbounds %struct.S, %struct.S* %s, i32 0, i32 1
  %annotated = call i32* @llvm.ptr.annotation.p0i32.p0i8(i32* %m, i8* getelementptr inbounds ([24 x i8], [24 x i8]* @said, i32 0, i32 0), i8* getelementptr inbounds ([4 x i8], [4 x i8]* @file, i32 0, i32 0), i32 3, i8* null)
  store i32 1, i32* %annotated
  %next = getelementptr i32, i32 addrspace(1)* %a, i64 1, !spirv.Decorations !40
  %v = load i32, i32 addrspace(1)* %next
  store i32 %v, i32 addrspace(1)* %a
  ret void
}

declare i32* @llvm.ptr.annotation.p0i32.p0i8(i32*, i8*, i8*, i32, i8*)

!20 = !{!21}
!21 = !{!22, !23, !24}
!22 = !{i32 6176, i32 1}
!23 = !{i32 6177, i32 32}
!24 = !{i32 19, i32 1}
!30 = !{!31}
!31 = !{i32 5919, i32 1}
!40 = !{!41}
!41 = !{i32 6442, i32 0, i32 1}
