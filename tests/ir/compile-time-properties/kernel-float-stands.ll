; What stands in !spirv.ExecutionMode wins, for each width; other modes and kernels do not count.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
; LLVM: 15
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
define spir_kernel void @k() #0 {
  ret void
}
define spir_kernel void @other() {
  ret void
}
attributes #0 = { "sycl-floating-point-control"="225" }
!spirv.ExecutionMode = !{!0, !1, !2, !3}
!0 = !{void ()* @k, i32 4463, i32 32}
!1 = !{void ()* @k, i32 4460, i32 64}
!2 = !{void ()* @k, i32 31}
!3 = !{void ()* @other, i32 4460, i32 16}

; CHECK: !spirv.ExecutionMode = !{!0, !1, !2, !3, !4, !5, !6, !7}
; CHECK: !0 = !{{{.*}} @k, i32 4463, i32 32}
; CHECK: !1 = !{{{.*}} @k, i32 4460, i32 64}
; CHECK: !4 = !{{{.*}} @k, i32 4462, i32 64}
; CHECK: !5 = !{{{.*}} @k, i32 4462, i32 16}
; CHECK: !6 = !{{{.*}} @k, i32 4459, i32 32}
; CHECK: !7 = !{{{.*}} @k, i32 4459, i32 16}
