; Members of archives are linked when they define what is missing, also what another member misses.
; RUN: sybil opt %S/_helper.ll -o helper.bc; sybil opt %S/_second.ll -o second.bc; sybil opt %S/_unused.ll -o unused.bc
; RUN: llvm-ar rc lib.a unused.bc helper.bc second.bc; sybil opt %s lib.a -S
; RUN: sybil opt lib.a %s -S >back.ll && grep -c unused back.ll || echo the order of files does not matter
; CHECK: define spir_kernel void @k()
; CHECK-NOT: @unused
; CHECK: define spir_func i32 @helper(
; CHECK-NOT: @unused
; CHECK: define spir_func i32 @second(
; CHECK: the order of files does not matter

define spir_kernel void @k() {
  %a = call spir_func i32 @second(i32 1)
  ret void
}
declare spir_func i32 @second(i32)
