; One node for each parameter, empty for those without; attributes in their order; false is 0.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(i32 "sycl-conduit"="false" "sycl-awidth"="0x20" "sycl-stable" %a, i32 %b, i32 "sycl-implement-in-csr"="0" "sycl-strict"="yes" %c) {
  ret void
}
define spir_kernel void @plain(i32 %a, i32 "sycl-unknown"="1" noundef %b) {
  ret void
}

; CHECK: @k({{.*}}) !spirv.ParameterDecorations [[ALL:![0-9]+]] {
; CHECK: @plain(
; CHECK-NOT: !
; CHECK: {
; CHECK: [[ALL]] = !{[[A:![0-9]+]], [[B:![0-9]+]], [[C:![0-9]+]]}
; CHECK: [[A]] = !{[[AWIDTH:![0-9]+]], [[CONDUIT:![0-9]+]], [[STABLE:![0-9]+]]}
; CHECK: [[AWIDTH]] = !{i32 6177, i32 32}
; CHECK: [[CONDUIT]] = !{i32 6175, i32 0}
; CHECK: [[STABLE]] = !{i32 6183, i32 1}
; CHECK: [[B]] = !{}
; CHECK: [[C]] = !{[[CSR:![0-9]+]], [[STRICT:![0-9]+]]}
; CHECK: [[CSR]] = !{i32 6149, i32 0}
; CHECK: [[STRICT]] = !{i32 19, i32 1}
