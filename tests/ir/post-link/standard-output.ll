; A table that goes to standard output does not lend its name to images.
; RUN: sybil post-link %s -o - && ls
; CHECK: [Code]
; CHECK: out_0.bc
; CHECK: out_0.bc
; CHECK-NOT: -_0.bc

define spir_kernel void @k() {
  ret void
}
