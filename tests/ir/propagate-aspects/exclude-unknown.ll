; RUN: sybil opt --passes=propagate-aspects --exclude-aspects=fp63 -S %s
; EXIT: 2
; CHECK-NOT: define
; CHECK: error: unknown aspect 'fp63'; did you mean 'fp64'? [unknown-aspect]

define spir_kernel void @k() {
  ret void
}
