; A chain through a set of virtual functions.
; RUN: sybil opt --passes=propagate-aspects -S %s -o /dev/null
; CHECK: warning: function 'k' uses aspect 'fp64'
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: k()
; CHECK-NEXT: v(), by a virtual call of set 'shapes'
; CHECK-NEXT: leaf()
; CHECK-NEXT: note: compile
; CHECK-NOT: warning

define spir_kernel void @k() #0 !sycl_declared_aspects !0 {
  ret void
}

define internal void @v() #1 {
  call void @leaf()
  ret void
}

define internal void @leaf() {
  %x = fadd double 1.0, 2.0
  ret void
}

attributes #0 = { "calls-indirectly"="shapes" }
attributes #1 = { "indirectly-callable"="shapes" }
!0 = !{}
