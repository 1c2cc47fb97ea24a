; Every rule of the key keeps kernels of one source apart; the plan names the rule.
; RUN: sybil post-link --plan %s
; CHECK: key: a.cpp-s----------
; CHECK: key: a.cpp--large---------
; CHECK: apart by: indirectly-callable, sycl-register-alloc-mode
; CHECK: key: a.cpp---256--------
; CHECK: key: a.cpp-----1-6-------
; CHECK: key: a.cpp------8-8------
; CHECK: key: a.cpp-------3-----
; CHECK: key: a.cpp--------2---
; CHECK: key: a.cpp--------16----
; CHECK: key: a.cpp----------m,8--
; CHECK: key: a.cpp-----------
; CHECK-NEXT: entry points: plain, automatic, primary
target triple = "spir64-unknown-unknown"
define spir_kernel void @plain() #0 {
  ret void
}
define spir_func void @virtual() #1 {
  ret void
}
define spir_kernel void @mode() #2 {
  ret void
}
define spir_kernel void @grf() #3 {
  ret void
}
define spir_kernel void @aspects() #0 !sycl_used_aspects !0 !intel_declared_aspects !1 {
  ret void
}
define spir_kernel void @size() #0 !reqd_work_group_size !2 {
  ret void
}
define spir_kernel void @dims() #0 !work_group_num_dim !3 {
  ret void
}
define spir_kernel void @sub() #0 !intel_reqd_sub_group_size !4 {
  ret void
}
define spir_kernel void @level() #4 {
  ret void
}
define spir_kernel void @matrix() #0 !sycl_joint_matrix !5 {
  ret void
}
define spir_kernel void @automatic() #0 !intel_reqd_sub_group_size !6 {
  ret void
}
define spir_kernel void @primary() #0 !intel_reqd_sub_group_size !7 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="a.cpp" "indirectly-callable"="s" }
attributes #2 = { "sycl-module-id"="a.cpp" "sycl-register-alloc-mode"="large" }
attributes #3 = { "sycl-module-id"="a.cpp" "sycl-grf-size"="256" }
attributes #4 = { "sycl-module-id"="a.cpp" "sycl-optlevel"="2" }
!0 = !{i32 6}
!1 = !{i32 1, i32 6}
!2 = !{i32 8, i32 8}
!3 = !{i32 3}
!4 = !{i32 16}
!5 = !{!"m,8"}
!6 = !{i32 0}
!7 = !{!"primary"}
