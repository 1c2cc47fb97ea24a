; Nothing lowers ESIMD code here, which is said; without such code there is nothing to lower.
; RUN: sycl-post-link -lower-esimd -O3 -force-disable-esimd-opt -S %s -o t.table && cat t.table
; CHECK: t_0.ll
; CHECK-NOT: warning
; RUN: sed 's/;ESIMD//' %s >e.ll && sycl-post-link -lower-esimd -split-esimd -properties -S e.ll -o e.table && cat e.table
; CHECK: e_0.ll
; CHECK: e_0.esimd.ll
; CHECK: warning: ESIMD code, such as function '_Z20__esimd_svm_block_ldv', is not lowered and stays as it is [-Wesimd-not-lowered]
; CHECK-NOT: warning
; RUN: sybil post-link --lower-esimd -Wno-esimd-not-lowered e.ll -o e.table
; CHECK-NOT: warning
; RUN: sed 's/;INVOKE//' %s >i.ll && sybil post-link i.ll -o i.table && cat i.table
; CHECK: i_0.bc
; RUN: sycl-post-link -split-esimd i.ll -o i.table
; CHECK: 'invoke_simd' calls detected, '-split-esimd' must not be specified
; EXIT: 1
target triple = "spir64-unknown-unknown"
;ESIMDdeclare spir_func void @_Z20__esimd_svm_block_ldv()
;INVOKEdeclare spir_func void @_Z33__regcall3____builtin_invoke_simdv()
define spir_kernel void @k() {
;INVOKE  call spir_func void @_Z33__regcall3____builtin_invoke_simdv()
  ret void
}
;ESIMDdefine spir_kernel void @e() !sycl_explicit_simd !0 {
;ESIMD  call spir_func void @_Z20__esimd_svm_block_ldv()
;ESIMD  ret void
;ESIMD}
;ESIMD!0 = !{}
