; RUN: sybil opt --passes=propagate-aspects --explain=k:fp64 %s; test $? = 1
; RUN: sybil opt --passes=propagate-aspects --explain=kk %s; test $? = 1
; RUN: sybil opt --passes=propagate-aspects --explain=k %s
; CHECK: error: kernel 'k' does not use aspect 'fp64' [nothing-matches]
; CHECK: error: no kernel 'kk'; did you mean 'k'? [nothing-matches]
; CHECK: kernel: k

define spir_kernel void @k() {
  ret void
}
