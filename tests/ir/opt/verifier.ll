; A module that breaks a rule of LLVM: the verifier's first line is the error, the others are notes; nothing is written.
; RUN: sybil opt %s -o %t; status=$?; [ ! -e %t ] && echo nothing written; exit $status
; EXIT: 3
; CHECK: nothing written
; CHECK: verifier.ll: error: Instruction does not dominate all uses! [ir-verify]
; CHECK-NEXT: %y = add i32 1, 1
; CHECK-NEXT: %x = add i32 %y, 1

define i32 @f() {
  %x = add i32 %y, 1
  %y = add i32 1, 1
  ret i32 %x
}
