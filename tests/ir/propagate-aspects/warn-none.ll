; Nothing to warn about: everything is listed, or nothing is declared. Aspects of functions below are declared there, not
; used here.
; RUN: sybil opt --passes=propagate-aspects -S %s -o /dev/null
; RUN: echo done
; CHECK-NOT: warning
; CHECK: done

define spir_kernel void @k() {
  call void @f()
  ret void
}

define internal void @f() !sycl_declared_aspects !0 {
  %x = fadd double 1.0, 2.0
  call void @g()
  ret void
}

define internal void @g() !intel_declared_aspects !1 {
  ret void
}

!0 = !{i32 6}
!1 = !{i32 9}
