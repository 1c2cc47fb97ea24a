; Kernels of the same fixed targets share an image as requested, whatever they need, in both spellings; others do not join
; them. Aliases of a target are one target.
; RUN: sybil post-link --split=source --symbols %s -o t.table && head -9 t.table t_*.sym
; CHECK: t_3.bc
; CHECK-NOT: t_4
; CHECK: t_0.sym
; CHECK-NEXT: e
; CHECK-NEXT: f
; CHECK-NEXT: g
; CHECK: t_1.sym
; CHECK-NEXT: a
; CHECK-NEXT: b
; CHECK: t_2.sym
; CHECK-NEXT: d
; CHECK: t_3.sym
; CHECK-NEXT: c
target triple = "spir64-unknown-unknown"
define spir_kernel void @a() #0 !sycl_fixed_targets !0 !sycl_used_aspects !4 {
  ret void
}
define spir_kernel void @b() #0 !intel_fixed_targets !1 !reqd_work_group_size !0 {
  ret void
}
define spir_kernel void @c() #0 !intel_fixed_targets !3 {
  ret void
}
define spir_kernel void @d() #0 !intel_fixed_targets !2 {
  ret void
}
define spir_kernel void @e() #0 !intel_fixed_targets !5 {
  ret void
}
define spir_kernel void @f() #0 !intel_fixed_targets !6 {
  ret void
}
define spir_kernel void @g() #0 !intel_fixed_targets !7 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
!0 = !{i32 2, i32 1}
!1 = !{!"cpu", !"gpu"}
!2 = !{!"cpu"}
!3 = !{}
!4 = !{i32 6}
!5 = !{!"intel_gpu_12"}
!6 = !{!"intel_gpu_tgl", !"intel_gpu_12_0"}
!7 = !{!"intel_gpu_tgllp"}
