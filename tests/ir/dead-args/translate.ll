; The translator gets a kernel that is whole: one parameter, with its name and decoration, and valid SPIR-V.
; RUN: sybil opt --passes=dead-args %s -o %t.bc
; RUN: sybil translate %t.bc -o %t.spv
; RUN: spirv-val %t.spv && spirv-dis %t.spv
; LLVM: 15
; REQUIRES: llvm-spirv-15 spirv-val spirv-dis
; CHECK: OpEntryPoint Kernel %[[K:[0-9]+]] "k"
; CHECK: OpExecutionMode %[[K]] LocalSize 32 1 1
; CHECK: OpDecorate %b{{.*}} Alignment 16
; CHECK: %[[K]] = OpFunction
; CHECK-NEXT: OpFunctionParameter
; CHECK-NEXT: OpLabel
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
%struct.S = type { i32 }
define spir_kernel void @k(i32 %a, i32 addrspace(1)* %b, %struct.S* byval(%struct.S) %c) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_type_qual !3 !kernel_arg_base_type !2 !spirv.ParameterDecorations !4 !reqd_work_group_size !7 {
  store i32 1, i32 addrspace(1)* %b
  ret void
}
!0 = !{i32 0, i32 1, i32 0}
!1 = !{!"none", !"none", !"none"}
!2 = !{!"int", !"int*", !"S"}
!3 = !{!"", !"", !""}
!4 = !{!5, !6, !5}
!5 = !{}
!6 = !{!8}
!7 = !{i64 32, i64 1, i64 1}
!8 = !{i32 44, i32 16}
