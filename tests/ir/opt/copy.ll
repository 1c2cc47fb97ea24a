; Without passes a module is copied.
; RUN: sybil opt %s -S
; RUN: sybil opt %s -o %t
; RUN: llvm-dis %t -o -
; CHECK: define i32 @f(i32 %x)
; CHECK: ret i32 %x
; CHECK: define i32 @f(i32 %x)
; CHECK: ret i32 %x

define i32 @f(i32 %x) {
  ret i32 %x
}
