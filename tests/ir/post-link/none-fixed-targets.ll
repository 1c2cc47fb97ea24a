; Whoever asks for one image gets it: its fixed targets are those of all kernels, its aspects those of kernels without
; any. The work-group size is dropped. Nobody is warned about what was asked for.
; RUN: sybil post-link --split=none --symbols --properties --dialect=spec %s -o t.table && cat t.table t_0.sym t_0.prop
; CHECK: t_0.bc|t_0.prop|t_0.sym
; CHECK-NOT: t_1
; CHECK: cpu_kernel
; CHECK-NEXT: gpu_kernel
; CHECK-NEXT: free
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: aspects=2|BgAAAA==
; CHECK-NEXT: fixed_target=2|Y3B1LGdwdQ==
; CHECK-NOT: work_group
; CHECK-NOT: warning
; RUN: sybil post-link --split=none --properties %s -o t.table && cat t_0.prop
; CHECK: aspects=2|gAAAAAAAAAgBAAAA
; CHECK-NEXT: fixed_target=2|ABAAAAAAAAQAAAAACAAAAA
; The same for a plan that puts them together; each other way of splitting keeps them apart.
; RUN: echo '{"images":[{"entry_points":["cpu_kernel","gpu_kernel"]},{"entry_points":["free"]}]}' >p.json && sybil post-link --apply-plan=p.json --properties %s -o u.table && cat u_0.prop
; CHECK: aspects=2|AAAAAAAAAAA
; CHECK-NEXT: fixed_target=2|ABAAAAAAAAQAAAAACAAAAA
; RUN: sybil post-link --split=off --symbols %s -o o.table && cat o.table
; CHECK: o_2.bc
target triple = "spir64-unknown-unknown"
define spir_kernel void @cpu_kernel() !sycl_fixed_targets !0 !sycl_used_aspects !3 {
  call spir_func void @helper()
  ret void
}
define spir_kernel void @gpu_kernel() !sycl_fixed_targets !1 !reqd_work_group_size !4 {
  ret void
}
define spir_kernel void @free() !sycl_used_aspects !2 {
  ret void
}
define spir_func void @helper() !sycl_fixed_targets !0 !sycl_used_aspects !3 {
  ret void
}
!0 = !{i32 1}
!1 = !{i32 2}
!2 = !{i32 6}
!3 = !{i32 5}
!4 = !{i32 8}
