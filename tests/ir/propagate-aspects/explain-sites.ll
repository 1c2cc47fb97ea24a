; What brings an aspect in may be metadata of an instruction or of a function, the type of a function, or a virtual call.
; RUN: sybil opt --passes=propagate-aspects --explain=k %s
; CHECK: kernel: k
; CHECK: internal
; CHECK: number: -1
; CHECK: brought in by: metadata of an instruction
; CHECK: instruction: fence seq_cst
; CHECK: fp16
; CHECK: brought in by: metadata of the function
; CHECK: virtual set
; CHECK: v {{.*}}shapes
; CHECK: fp64
; CHECK: use: conversion only
; CHECK: brought in by: type of the function
; CHECK: type: double

define spir_kernel void @k(double %x) #0 {
  fence seq_cst, !sycl_used_aspects !1
  ret void
}

define internal void @v() #1 !sycl_used_aspects !0 {
  ret void
}

attributes #0 = { "calls-indirectly"="shapes" }
attributes #1 = { "indirectly-callable"="shapes" }
!0 = !{i32 5}
!1 = !{!2}
!2 = !{!"internal", i32 -1}
