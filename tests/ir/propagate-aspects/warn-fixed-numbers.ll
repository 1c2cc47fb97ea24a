; The module's name of an aspect decides about what a target has: numbers moved between versions.
; RUN: sybil opt --passes=propagate-aspects --device-config=%S/_devices.yaml --fixed-targets=small -S %s -o /dev/null
; CHECK: warning: function 'f' uses aspect 'something_new', which fixed target 'small' lacks
; CHECK-NOT: warning

define void @f() !sycl_used_aspects !0 {
  ret void
}

!sycl_aspects = !{!1, !2}
!0 = !{i32 55, i32 5}
!1 = !{!"fp16", i32 55}
!2 = !{!"something_new", i32 5}
