; Rotations of 64 bits by a variable number: LLVM 15 shifts by it, although it counts modulo 64. Those by a constant stay.
; RUN: sybil translate --to=ptx --target=nvidia_gpu_sm_70 -O2 %s -o %t.ptx; cat %t.ptx
; LLVM: 15
; REQUIRES: clang-15
; CHECK: entry left
; CHECK: and.b32 %amt2, [[N:%r[0-9]+]], 63;
; CHECK-NEXT: shl.b64 %lhs, [[X:%rd[0-9]+]], %amt2;
; CHECK-NEXT: sub.u32 %amt2, 64, %amt2;
; CHECK-NEXT: shr.b64 %rhs, [[X]], %amt2;
; CHECK: entry right
; CHECK: and.b32 %amt2, [[N:%r[0-9]+]], 63;
; CHECK-NEXT: shr.b64 %lhs, [[X:%rd[0-9]+]], %amt2;
; CHECK-NEXT: sub.u32 %amt2, 64, %amt2;
; CHECK-NEXT: shl.b64 %rhs, [[X]], %amt2;
; CHECK: entry constant
; CHECK-NOT: and
; CHECK: shl.b64 %lhs, %rd{{[0-9]+}}, 13;
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define spir_kernel void @left(ptr addrspace(1) %p, i64 %x, i64 %n) {
  %r = call i64 @llvm.fshl.i64(i64 %x, i64 %x, i64 %n)
  store i64 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @right(ptr addrspace(1) %p, i64 %x, i64 %n) {
  %r = call i64 @llvm.fshr.i64(i64 %x, i64 %x, i64 %n)
  store i64 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @constant(ptr addrspace(1) %p, i64 %x) {
  %r = call i64 @llvm.fshl.i64(i64 %x, i64 %x, i64 13)
  store i64 %r, ptr addrspace(1) %p
  ret void
}

declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.fshr.i64(i64, i64, i64)
