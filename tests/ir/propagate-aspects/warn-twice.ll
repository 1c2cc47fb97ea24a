; What an earlier run wrote does not hide where a use is.
; RUN: sybil opt --passes=propagate-aspects -S %s -o one.ll -Wno-aspect-not-declared
; RUN: sybil opt --passes=propagate-aspects -S one.ll -o /dev/null
; CHECK: warning: function 'foo' uses aspect 'image'
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: foo()
; CHECK-NEXT: bar()
; CHECK-NEXT: note: compile
; CHECK-NOT: warning

define spir_kernel void @foo() !sycl_declared_aspects !0 {
  call void @bar()
  ret void
}

define internal void @bar() !sycl_used_aspects !1 {
  ret void
}

!0 = !{i32 5}
!1 = !{i32 9}
