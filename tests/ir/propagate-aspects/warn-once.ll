; One warning for each use, by the shortest chain, nearest first: not one for each path, nor for each function that does
; not list it.
; RUN: sybil opt --passes=propagate-aspects -S %s -o /dev/null
; CHECK: warning: function 'foo' uses aspect 'fp64'
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: foo()
; CHECK-NEXT: short()
; CHECK-NEXT: leaf()
; CHECK-NEXT: note: compile
; CHECK-NEXT: warning: function 'foo' uses aspect 'fp64'
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: foo()
; CHECK-NEXT: long1()
; CHECK-NEXT: long2()
; CHECK-NEXT: other()
; CHECK-NEXT: note: function 'other' does not list it either
; CHECK-NEXT: note: compile
; CHECK-NOT: warning

define spir_kernel void @k() {
  call void @foo()
  ret void
}

define internal void @foo() !sycl_declared_aspects !0 {
  call void @long1()
  call void @short()
  ret void
}

define internal void @long1() {
  call void @long2()
  ret void
}

define internal void @long2() {
  call void @leaf()
  call void @other()
  call void @short()
  ret void
}

define internal void @short() {
  call void @leaf()
  call void @leaf()
  ret void
}

define internal void @leaf() {
  %x = fadd double 1.0, 2.0
  %y = fadd double 1.0, 2.0
  ret void
}

define internal void @other() !sycl_declared_aspects !1 {
  %x = fadd double 1.0, 2.0
  ret void
}

!0 = !{i32 9}
!1 = !{}
