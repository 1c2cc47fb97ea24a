; What the code of an image needs is written beside it, with fixed targets, too, whose properties say nothing else: of all
; functions, and each work-group size.
; RUN: sybil post-link --properties --needs %s -o t.table && cat t.table && sybil show t_0.prop && sybil show t_0.needs
; CHECK: [Code|Properties|Needs]
; CHECK-NEXT: t_0.bc|t_0.prop|t_0.needs
; CHECK: aspects: (none)
; CHECK-NEXT: fixed_target: cpu, gpu
; CHECK: aspects: fp16, fp64
; CHECK-NEXT: reqd_sub_group_size: 16
; CHECK-NEXT: reqd_work_group_size:
; CHECK-NEXT: - 2, 1, 1
; CHECK-NEXT: - 4, 4, 1
target triple = "spir64-unknown-unknown"
define spir_func void @f() !intel_fixed_targets !1 !sycl_used_aspects !7 !intel_reqd_sub_group_size !8 {
  ret void
}
define spir_kernel void @a() #0 !intel_fixed_targets !1 !sycl_used_aspects !4 !reqd_work_group_size !5 {
  call void @f()
  ret void
}
define spir_kernel void @b() #0 !intel_fixed_targets !1 !reqd_work_group_size !6 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
!1 = !{!"cpu", !"gpu"}
!4 = !{i32 6}
!5 = !{i32 2}
!6 = !{i32 4, i32 4, i32 1}
!7 = !{i32 5}
!8 = !{i32 16}
