; Warnings have names; as an error one leaves no output.
; RUN: sybil opt --passes=propagate-aspects -S %s -o /dev/null -Wno-aspect-not-declared
; RUN: echo quiet
; RUN: sybil opt --passes=propagate-aspects -S %s -o out.ll -Werror=aspect-not-declared; code=$?; test ! -e out.ll && exit $code
; EXIT: 1
; CHECK-NOT: warning
; CHECK: quiet
; CHECK: error: function 'f' uses aspect 'fp64'

define void @f() !sycl_declared_aspects !0 {
  %x = fadd double 1.0, 2.0
  ret void
}

!0 = !{}
