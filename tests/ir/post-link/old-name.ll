; sycl-post-link takes its options with one dash, wants an action, and refuses what does not go with one image.
; RUN: sycl-post-link -split=kernel -symbols -properties -S %s -o t.table && cat t.table
; RUN: sycl-post-link %s || echo exit $?
; RUN: sycl-post-link -ir-output-only -symbols %s || echo exit $?
; RUN: sycl-post-link -ir-output-only -split=auto -S %s -o one.ll && cat one.ll
; CHECK: [Code|Properties|Symbols]
; CHECK-NEXT: t_0.ll|t_0.prop|t_0.sym
; CHECK: exit 1
; CHECK: no actions specified; try --help for usage info
; CHECK: exit 1
; CHECK: -symbols can't be used with -ir-output-only
; CHECK: define spir_kernel void @k1()
target triple = "spir64-unknown-unknown"
define spir_kernel void @k1() {
  ret void
}
