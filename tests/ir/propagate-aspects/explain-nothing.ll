; RUN: sybil opt --passes=propagate-aspects --explain=k:fp64 %s; test $? = 1
; RUN: sybil opt --passes=propagate-aspects --explain=kk %s; test $? = 1
; RUN: sybil opt --passes=propagate-aspects --explain=uses:fp46 %s; test $? = 1
; RUN: sybil opt --passes=propagate-aspects --explain=uses:fp16 %s; test $? = 1
; RUN: sybil opt --passes=propagate-aspects --explain=0 %s; test $? = 1
; RUN: sybil opt --passes=propagate-aspects --explain=k %s
; CHECK: error: kernel 'k' does not use aspect 'fp64' [nothing-matches]
; CHECK: error: no kernel 'kk' [nothing-matches]
; CHECK: error: kernel 'uses' does not use aspect 'fp46'; did you mean 'fp64'? [nothing-matches]
; CHECK: error: kernel 'uses' does not use aspect 'fp16' [nothing-matches]
; CHECK: error: no kernel '0'{{.*}} [nothing-matches]
; CHECK-NOT: ''
; CHECK: kernel: k

define spir_kernel void @k() {
  ret void
}

define spir_kernel void @uses() {
  %x = fadd double 1.0, 2.0
  ret void
}

define spir_kernel void @0() {
  ret void
}
