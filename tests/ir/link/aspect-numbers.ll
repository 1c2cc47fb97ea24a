; Modules with the numbers of different years are not linked: functions have numbers of aspects alone.
; RUN: sed 's/i32 28}/i32 27}/; s/@k/@l/' %s >other.ll
; RUN: sybil opt -S %s %S/_helper.ll | grep -c atomic64; sybil opt -S %s other.ll
; EXIT: 1
; CHECK: 1
; CHECK: aspect-numbers.ll has the aspect numbers of 2025, but other.ll has those of 2026 [aspect-numbers-mixed]

define spir_kernel void @k() !sycl_used_aspects !1 {
  ret void
}

!sycl_aspects = !{!0}
!0 = !{!"atomic64", i32 28}
!1 = !{i32 28}
