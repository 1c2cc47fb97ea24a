; Exact shifts and divisions of a masked number, also those that the optimiser finds to be exact: LLVM 15 selects bfe.u32,
; which fills up with zeros.
; RUN: sybil translate --to=ptx --target=nvidia_gpu_sm_70 -O0 %s -o %t.ptx; grep -E 'entry|shr|bfe' %t.ptx
; RUN: sybil translate --to=ptx --target=nvidia_gpu_sm_70 -O1 %s -o %t.ptx; grep -E 'entry|shr|bfe' %t.ptx
; LLVM: 15
; REQUIRES: clang-15
; CHECK: entry shift
; CHECK-NEXT: shr.s32 %r{{[0-9]+}}, %r{{[0-9]+}}, 4;
; CHECK-NEXT: entry divide
; CHECK-NOT: bfe
; CHECK: entry shift
; CHECK-NEXT: shr.s32 %r{{[0-9]+}}, %r{{[0-9]+}}, 4;
; CHECK-NEXT: entry divide
; CHECK-NOT: bfe
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define spir_kernel void @shift(ptr addrspace(1) %p, i32 %x) {
  %a = and i32 %x, -16
  store volatile i32 %a, ptr addrspace(1) %p
  %b = ashr exact i32 %a, 4
  store volatile i32 %b, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @divide(ptr addrspace(1) %p, i32 %x) {
  %a = and i32 %x, -16
  store volatile i32 %a, ptr addrspace(1) %p
  %b = sdiv exact i32 %a, 48
  store volatile i32 %b, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @found(ptr addrspace(1) %p, i8 %x) {
  %n = sext i8 %x to i32
  %v1 = insertelement <2 x i32> undef, i32 %n, i32 0
  %v2 = insertelement <2 x i32> %v1, i32 %n, i32 1
  %a = and <2 x i32> %v2, <i32 -512, i32 -512>
  %b = ashr exact <2 x i32> %a, <i32 9, i32 9>
  %c = extractelement <2 x i32> %a, i32 0
  store volatile i32 %c, ptr addrspace(1) %p
  %d = extractelement <2 x i32> %b, i32 0
  store volatile i32 %d, ptr addrspace(1) %p
  ret void
}
