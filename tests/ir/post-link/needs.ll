; What the code of an image needs is written beside it: of all functions, and each work-group size. With fixed targets,
; the properties of the documents say nothing else; those for DPC++'s runtime do, and tell kernels apart unless the user
; asked for an image of all.
; RUN: sybil post-link --dialect=spec --properties --needs %s -o t.table && cat t.table && sybil show t_0.prop && sybil show t_0.needs
; CHECK: [Code|Properties|Needs]
; CHECK-NEXT: t_0.bc|t_0.prop|t_0.needs
; CHECK-NOT: t_1
; CHECK: device requirements
; CHECK-NEXT: fixed_target: cpu, gpu
; CHECK: aspects: fp16, fp64
; CHECK-NEXT: reqd_sub_group_size: 16
; CHECK-NEXT: reqd_work_group_size:
; CHECK-NEXT: - 2, 1, 1
; CHECK-NEXT: - 4, 4, 1
; RUN: sybil post-link --split=source --properties %s -o s.table && cat s.table && sybil show s_0.prop
; CHECK: s_0.bc
; CHECK-NOT: s_1
; CHECK: aspects: fp16, fp64
; CHECK-NEXT: reqd_sub_group_size: 16
; CHECK-NEXT: fixed_target: cpu, gpu
; RUN: sybil post-link --properties %s -o u.table && cat u.table && sybil show u_0.prop u_1.prop
; CHECK: u_1.bc
; CHECK: aspects: fp16, fp64
; CHECK-NEXT: reqd_sub_group_size: 16
; CHECK-NEXT: reqd_work_group_size_uint64_t: 2
; CHECK-NEXT: fixed_target: cpu, gpu
; CHECK: aspects: (none)
; CHECK-NEXT: reqd_work_group_size_uint64_t: 4, 4, 1
; CHECK-NEXT: fixed_target: cpu, gpu
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
