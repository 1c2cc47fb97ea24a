; The mask 20: rounding down (4), denormals are flushed (16).
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
define spir_kernel void @k() #0 {
  ret void
}
attributes #0 = { "sycl-floating-point-control"="20" }

; CHECK: !spirv.ExecutionMode = !{!0, !1, !2, !3, !4, !5}
; CHECK: !0 = !{{{ptr|void \(\)\*}} @k, i32 5621, i32 64}
; CHECK: !1 = !{{{.*}} @k, i32 5621, i32 32}
; CHECK: !2 = !{{{.*}} @k, i32 5621, i32 16}
; CHECK: !3 = !{{{.*}} @k, i32 4460, i32 64}
; CHECK: !4 = !{{{.*}} @k, i32 4460, i32 32}
; CHECK: !5 = !{{{.*}} @k, i32 4460, i32 16}
