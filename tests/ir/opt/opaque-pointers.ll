; Opaque pointers stay opaque.
; RUN: sybil opt %s -S
; RUN: sybil opt %s -o %t
; RUN: sybil opt %t -S
; CHECK: define void @f(ptr %p)
; CHECK: load i32, ptr %p
; CHECK: define void @f(ptr %p)
; CHECK: load i32, ptr %p

define void @f(ptr %p) {
  %x = load i32, ptr %p
  ret void
}
