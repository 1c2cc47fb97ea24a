; Passes and their options have the names that DPC++ gives them, too, with one dash or two.
; RUN: sybil opt -passes=sycl-propagate-aspects-usage -sycl-propagate-aspects-usage-fixed-targets=cpu,gpu -sycl-propagate-aspects-usage-exclude-aspects=fp16 %s -S
; RUN: sybil opt --passes=sycl-propagate-aspects-usage --sycl-propagate-aspects-usage-fixed-targets=cpu,gpu --sycl-propagate-aspects-usage-exclude-aspects fp16 %s -S | diff - <(sybil opt --passes=propagate-aspects --fixed-targets=cpu,gpu --exclude-aspects=fp16 %s -S) && echo same
; RUN: sybil opt -passes=compile-time-properties,sycl-propagate-aspects-usage -S %s | grep intel_reqd
; RUN: sybil opt -pass=x %s || echo exit $?
; RUN: sybil opt -passes sycl-propagate-aspect-usage %s || echo exit $?
; CHECK: define spir_kernel void @k() #0 !sycl_used_aspects [[USED:![0-9]+]] !sycl_fixed_targets [[FIXED:![0-9]+]]
; CHECK: [[USED]] = !{i32 6}
; CHECK: [[FIXED]] = !{i32 1, i32 2}
; CHECK: same
; CHECK: !intel_reqd_sub_group_size
; CHECK: exit 2
; CHECK: unknown option '-pass=x'
; CHECK: exit 2
; CHECK: unknown pass 'sycl-propagate-aspect-usage' (--list names them); did you mean 'sycl-propagate-aspects-usage'?
target triple = "spir64-unknown-unknown"
define spir_kernel void @k() #0 !sycl_used_aspects !0 {
  call spir_func void @f()
  ret void
}
define spir_func void @f() !sycl_used_aspects !1 {
  ret void
}
attributes #0 = { "sycl-sub-group-size"="16" }
!sycl_aspects = !{!2, !3, !4, !5}
!0 = !{i32 6}
!1 = !{i32 5}
!2 = !{!"cpu", i32 1}
!3 = !{!"gpu", i32 2}
!4 = !{!"fp16", i32 5}
!5 = !{!"fp64", i32 6}
