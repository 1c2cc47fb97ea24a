; Typed pointers stay typed.
; LLVM: 15 16
; RUN: sybil opt %s -S
; RUN: sybil opt %s -o %t
; RUN: sybil opt %t -S
; CHECK: define void @f(i32* %p)
; CHECK: load i32, i32* %p
; CHECK: define void @f(i32* %p)
; CHECK: load i32, i32* %p

define void @f(i32* %p) {
  %x = load i32, i32* %p
  ret void
}
