; Names of aspects come from the module, then from our table; what nobody named is shown by its number. Internal aspects
; cannot be declared.
; RUN: sybil opt --passes=propagate-aspects -S %s -o /dev/null
; CHECK: warning: function 'foo' uses aspect 'my_fp16'
; CHECK: warning: function 'foo' uses aspect 'image'
; CHECK: warning: function 'foo' uses aspect '4711'
; CHECK-NOT: warning

define void @foo() !sycl_declared_aspects !0 !sycl_used_aspects !1 {
  ret void
}

!sycl_aspects = !{!2}
!0 = !{}
!1 = !{i32 9, i32 -3, i32 5, i32 4711}
!2 = !{!"my_fp16", i32 5}
