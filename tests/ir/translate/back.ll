; Back to LLVM IR: as bitcode, as text, and also when the module has extensions that the translator does not know.
; RUN: sybil translate %s -o %t.spv
; RUN: sybil translate --to=llvm %t.spv -o %t.bc; sybil translate --to=llvm -S %t.spv -o %t.ll; llvm-dis %t.bc -o - | diff - %t.ll >/dev/null; grep -c 'define spir_kernel void @k' %t.ll
; RUN: sybil translate -S %t.bc | grep Decorate
; LLVM: 15
; REQUIRES: llvm-spirv-15

; CHECK: 1
; CHECK: OpDecorate %{{[0-9]+}} CacheControlLoadINTEL 0 1
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(i32 addrspace(1)* %a) {
  %next = getelementptr i32, i32 addrspace(1)* %a, i64 1, !spirv.Decorations !0
  %v = load i32, i32 addrspace(1)* %next
  store i32 %v, i32 addrspace(1)* %a
  ret void
}

!0 = !{!1}
!1 = !{i32 6442, i32 0, i32 1}
