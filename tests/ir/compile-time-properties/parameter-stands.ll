; Decorations that stand win, number by number.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(i32 "sycl-buffer-location"="5" "sycl-conduit"="true" %a, i32 "sycl-stable"="true" %b) !spirv.ParameterDecorations !0 {
  ret void
}
!0 = !{!1, !2}
!1 = !{!3, !4}
!2 = !{}
!3 = !{i32 7000, !"mine"}
!4 = !{i32 5921, i32 1}

; CHECK: !spirv.ParameterDecorations [[ALL:![0-9]+]] {
; CHECK: [[ALL]] = !{[[A:![0-9]+]], [[B:![0-9]+]]}
; CHECK: [[A]] = !{[[MINE:![0-9]+]], [[BUFFER:![0-9]+]], [[CONDUIT:![0-9]+]]}
; CHECK: [[MINE]] = !{i32 7000, !"mine"}
; CHECK: [[BUFFER]] = !{i32 5921, i32 1}
; CHECK: [[CONDUIT]] = !{i32 6175, i32 1}
; CHECK: [[B]] = !{[[STABLE:![0-9]+]]}
; CHECK: [[STABLE]] = !{i32 6183, i32 1}
