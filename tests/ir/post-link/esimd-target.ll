; Tables for targets: a sub-group size of ESIMD code is none, other sizes count; fixed targets count, and what a target
; may have besides what is listed is not refused. A target that nobody knows gets all images, and a warning.
; RUN: printf 'small:\n  aspects: [2, 5]\n  sub-group-sizes: [8]\ngeneric:\n  aspects: []\n  may_support_other_aspects: true\n' >d.yaml
; RUN: sybil post-link --split=kernel --device-config=d.yaml %s -o t.table -o small,small.table -o generic,generic.table -o unheard,unheard.table
; CHECK: target 'unheard' is not in the device configuration{{.*}}: its table has all images [-Woutput-target]
; CHECK-NOT: warning
; RUN: cat small.table generic.table unheard.table t.table
; CHECK: [Code]
; CHECK-NEXT: t_2.bc
; CHECK-NEXT: t_3.esimd.bc
; CHECK-NEXT: [Code]
; CHECK-NEXT: t_0.bc
; CHECK-NEXT: t_1.bc
; CHECK-NEXT: t_2.bc
; CHECK-NEXT: t_3.esimd.bc
; CHECK-NEXT: t_4.bc
; CHECK-NEXT: [Code]
; CHECK-NEXT: t_0.bc
; CHECK: [Code]
; CHECK-NEXT: t_0.bc
target triple = "spir64-unknown-unknown"
define spir_kernel void @a() !sycl_used_aspects !0 {
  ret void
}
define spir_kernel void @b_esimd() !sycl_explicit_simd !4 !intel_reqd_sub_group_size !1 {
  ret void
}
define spir_kernel void @c() !intel_reqd_sub_group_size !2 !sycl_used_aspects !5 {
  ret void
}
define spir_kernel void @d() !intel_reqd_sub_group_size !3 {
  ret void
}
define spir_kernel void @e() !sycl_fixed_targets !6 {
  ret void
}
!0 = !{i32 6}
!1 = !{i32 1}
!2 = !{i32 8}
!3 = !{i32 16}
!4 = !{}
!5 = !{i32 5}
!6 = !{i32 1}
