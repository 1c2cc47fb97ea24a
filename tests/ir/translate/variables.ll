; Every decoration of variables that DPC++ asks for arrives, with numbers and texts as operands, in both pointer modes.
; RUN: sybil translate %s -o %t.spv
; RUN: sybil show -j %t.spv
; LLVM: 15
; REQUIRES: llvm-spirv-15

; CHECK: "RoundToInfinityINTEL"
; CHECK-NOT: sybil
; CHECK: "extensions":
; CHECK: "SPV_INTEL_fpga_memory_attributes"
; CHECK: "SPV_INTEL_global_variable_decorations"
; CHECK: "SPV_INTEL_fpga_latency_control"
; CHECK: "execution_modes":
; CHECK: "mode": "RoundingModeRTPINTEL"
; CHECK-NEXT: "number": 5620,
; CHECK-NEXT: "function": "k"
; CHECK: "operands": [
; CHECK-NEXT: 64
; CHECK: "number": 5825,
; CHECK: "target": "g",
; CHECK-NEXT: "operands": []
; CHECK: "number": 5826,
; CHECK: "MLAB"
; CHECK: "number": 5827,
; CHECK: "operands": [
; CHECK-NEXT: 4
; CHECK: "number": 5883,
; CHECK: "number": 5921,
; CHECK: "number": 6147,
; CHECK: "operands": [
; CHECK-NEXT: 2,
; CHECK-NEXT: "the name"
; CHECK: "number": 6148,
; CHECK: "number": 6149,
; CHECK: "number": 6172,
; CHECK: "operands": [
; CHECK-NEXT: 7
; CHECK: "number": 6173,
; CHECK: "operands": [
; CHECK-NEXT: 0,
; CHECK-NEXT: 1,
; CHECK-NEXT: 2
; CHECK: "number": 7744,
; CHECK: "operands": []
; CHECK: "number": 7746,
; CHECK: "text": "te\"xt"
; CHECK-NOT: sybil
target triple = "spir64-unknown-unknown"

@g = addrspace(1) global i32 0, align 4, !spirv.Decorations !0

define spir_kernel void @k(i32 addrspace(1)* %p) {
  %v = load i32, i32 addrspace(1)* @g
  store i32 %v, i32 addrspace(1)* %p
  ret void
}

!spirv.ExecutionMode = !{!50}
!50 = !{void (i32 addrspace(1)*)* @k, i32 5620, i32 64}
!0 = !{!1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12}
!1 = !{i32 5825}
!2 = !{i32 5826, !"MLAB"}
!3 = !{i32 5827, i32 4}
!4 = !{i32 5883, i32 8}
!5 = !{i32 5921, i32 3}
!6 = !{i32 6147, i32 2, !"the name"}
!7 = !{i32 6148, i32 1}
!8 = !{i32 6149, i32 1}
!9 = !{i32 6172, !"7"}
!10 = !{i32 6173, !"0,1,2"}
!11 = !{i32 7744}
!12 = !{i32 7746, !"te\22xt"}
