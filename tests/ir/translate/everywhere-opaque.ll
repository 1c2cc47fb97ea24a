; The same as everywhere.ll, in a module whose pointers have no types.
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

define spir_kernel void @k(ptr addrspace(1) %a) !spirv.ParameterDecorations !20 !spirv.Decorations !30 {
  %s = alloca %struct.S
  %m = getelementptr inbounds %struct.S, ptr %s, i32 0, i32 1
  %annotated = call ptr @llvm.ptr.annotation.p0.p0(ptr %m, ptr @said, ptr @file, i32 3, ptr null)
  store i32 1, ptr %annotated
  %next = getelementptr i32, ptr addrspace(1) %a, i64 1, !spirv.Decorations !40
  %v = load i32, ptr addrspace(1) %next
  store i32 %v, ptr addrspace(1) %a
  ret void
}

declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)

!20 = !{!21}
!21 = !{!22, !23, !24}
!22 = !{i32 6176, i32 1}
!23 = !{i32 6177, i32 32}
!24 = !{i32 19, i32 1}
!30 = !{!31}
!31 = !{i32 5919, i32 1}
!40 = !{!41}
!41 = !{i32 6442, i32 0, i32 1}
