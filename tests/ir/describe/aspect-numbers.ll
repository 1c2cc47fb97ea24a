; Numbers of aspects: a module's list of names says what its numbers mean, and names decide what is written.
; RUN: sybil post-link -q --properties %s -o t.table && cat t_0.prop
; RUN: sybil post-link -q --properties --aspect-numbers=2025 %s -o t.table && cat t_0.prop
; RUN: sed '/^!sycl_aspects/d' %s >n.ll; sybil post-link -q --properties --assume-aspect-numbers=2025 n.ll -o t.table && cat t_0.prop
; RUN: sed 's/i32 28}/i32 27}/; /^!sycl_aspects/d' %s >n.ll; sybil post-link -q --properties --aspect-numbers=2025 n.ll -o t.table && cat t_0.prop
; RUN: sed 's/i32 28}/i32 54}/; s/"atomic64"/"ext_oneapi_ballot_group"/' %s >u.ll; sybil post-link -q --properties u.ll -o t.table
; EXIT: 1
; CHECK: aspects=2|gAAAAAAAAAwGAAAA
; CHECK-NOT: Sybil
; CHECK: aspects=2|gAAAAAAAAAAHAAAA
; CHECK: [Sybil/aspect numbers]
; CHECK-NEXT: numbers=1|2025
; CHECK: aspects=2|gAAAAAAAAAwGAAAA
; CHECK: numbers=1|2026
; CHECK: aspects=2|gAAAAAAAAAAHAAAA
; CHECK: [Sybil/aspect numbers]
; CHECK-NEXT: numbers=1|2025
; CHECK: error: aspect 'ext_oneapi_ballot_group' of the module has no number among those of 2026 [aspect-number]
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() #0 !sycl_used_aspects !2 {
  ret void
}

attributes #0 = { "sycl-module-id"="m.cpp" }

!sycl_aspects = !{!0, !1}
!0 = !{!"fp64", i32 6}
!1 = !{!"atomic64", i32 28}
!2 = !{i32 28}
