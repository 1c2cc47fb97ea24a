; What the translator refuses, or takes for something else, comes out as plain arithmetic: saturating sums and differences,
; absolute values, freeze, truth as a signed number. Truth as an unsigned one may stay.
; RUN: sybil opt --passes=optimize -O0 -S %s
; LLVM: 15 19
; CHECK: define spir_func i32 @sums
; CHECK-NOT: llvm.
; CHECK-NOT: freeze
; CHECK: select
; CHECK: ret i32
; CHECK: define spir_func float @truth
; CHECK: select i1 %b, float -1.000000e+00, float 0.000000e+00
; CHECK: uitofp i1 %b to float
target triple = "spir64-unknown-unknown"

define spir_func i32 @sums(i32 %a, i32 %b) {
  %1 = call i32 @llvm.uadd.sat.i32(i32 %a, i32 %b)
  %2 = call i32 @llvm.usub.sat.i32(i32 %1, i32 %b)
  %3 = call i32 @llvm.sadd.sat.i32(i32 %2, i32 %b)
  %4 = call i32 @llvm.ssub.sat.i32(i32 %3, i32 %b)
  %5 = call i32 @llvm.abs.i32(i32 %4, i1 false)
  %6 = freeze i32 %5
  ret i32 %6
}

define spir_func float @truth(i1 %b) {
  %s = sitofp i1 %b to float
  %u = uitofp i1 %b to float
  %r = fadd float %s, %u
  ret float %r
}

declare i32 @llvm.uadd.sat.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i32 @llvm.ssub.sat.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
