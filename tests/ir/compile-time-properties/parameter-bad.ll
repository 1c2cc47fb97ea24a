; Bad alignments, and decorations that stand for another number of parameters.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s 2>%t) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s 2>%t)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) "sycl-alignment"="3" %a, ptr addrspace(1) "sycl-alignment"="0" %b, ptr addrspace(1) "sycl-alignment"="8589934592" %c, ptr "sycl-alignment" %d) {
  ret void
}
define spir_kernel void @l(i32 "sycl-stable"="true" %a, i32 %b) !spirv.ParameterDecorations !0 {
  ret void
}
!0 = !{!1}
!1 = !{}

; CHECK: @k(ptr addrspace(1) "sycl-alignment"="3" %a, ptr addrspace(1) "sycl-alignment"="0" %b, ptr addrspace(1) "sycl-alignment"="8589934592" %c, ptr "sycl-alignment" %d) {
; CHECK: @l({{.*}}) !spirv.ParameterDecorations [[ALL:![0-9]+]] {
; CHECK: [[ALL]] = !{[[EMPTY:![0-9]+]]}
; CHECK: [[EMPTY]] = !{}
; CHECK: parameter 1: {{.*}} '3', {{.*}} [-Wproperty-value]
; CHECK: parameter 2: {{.*}} '0', {{.*}} [-Wproperty-value]
; CHECK: parameter 3: {{.*}} '8589934592', {{.*}} [-Wproperty-value]
; CHECK: parameter 4: {{.*}} '', {{.*}} [-Wproperty-value]
; CHECK: kernel 'l': {{.*}} [-Wproperty-metadata]
