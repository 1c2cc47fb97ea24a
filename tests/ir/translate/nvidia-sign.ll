; A mask of bits that an arithmetic shift copied from the sign: bfe.u64, which LLVM 15 selects, would fill up with zeros. The
; optimiser and the back end make this form of others, and inline assembly stays as it is.
; RUN: sybil translate --to=ptx --target=nvidia_gpu_sm_70 -O2 %s -o %t.ptx; grep -E 'entry|shr|and|bfe' %t.ptx
; RUN: sybil translate --to=ptx --target=nvidia_gpu_sm_70 -O0 %s -o %t.ptx; grep -c bfe.u64 %t.ptx
; LLVM: 15
; REQUIRES: clang-15
; CHECK: entry mask
; CHECK-NEXT: shr.s64 [[A:%rd[0-9]+]], %rd{{[0-9]+}}, 63;
; CHECK-NEXT: and.b64 [[A]], [[A]], 7;
; CHECK: entry choice
; CHECK-NEXT: shr.s64 [[B:%rd[0-9]+]], %rd{{[0-9]+}}, 63;
; CHECK-NEXT: and.b64 [[B]], [[B]], 7;
; CHECK: entry narrow
; CHECK-NEXT: shr.s64 [[C:%rd[0-9]+]], %rd{{[0-9]+}}, 40;
; CHECK-NEXT: and.b64 [[C]], [[C]], 4294967295;
; CHECK: entry divide
; CHECK: shr.s64 [[D:%rd[0-9]+]], %rd{{[0-9]+}}, 40;
; CHECK-NEXT: and.b64 [[D]], [[D]], 4294967295;
; CHECK: entry field
; CHECK-NEXT: shr.s64 %rd{{[0-9]+}}, %rd{{[0-9]+}}, 40;
; CHECK-NEXT: shr.u64 %rd{{[0-9]+}}, %rd{{[0-9]+}}, 40;
; CHECK: entry assembly
; CHECK-NEXT: bfe.u64 %rd{{[0-9]+}}, %rd{{[0-9]+}}, 60, 8;
; CHECK-NOT: bfe.u64
; CHECK: 2
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define spir_kernel void @mask(ptr addrspace(1) %p, i64 %x) {
  %s = ashr i64 %x, 63
  %m = and i64 %s, 7
  store i64 %m, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @choice(ptr addrspace(1) %p, i64 %x) {
  %c = icmp slt i64 %x, 0
  %m = select i1 %c, i64 7, i64 0
  store i64 %m, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @narrow(ptr addrspace(1) %p, i64 %x) {
  %s = ashr i64 %x, 40
  %t = trunc i64 %s to i32
  %m = zext i32 %t to i64
  store i64 %m, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @divide(ptr addrspace(1) %p, i64 %x) {
  %s = sdiv i64 %x, 1099511627776
  %m = and i64 %s, 4294967295
  store i64 %m, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @field(ptr addrspace(1) %p, i64 %x) {
  %s = ashr i64 %x, 40
  store volatile i64 %s, ptr addrspace(1) %p
  %m = and i64 %s, 16777215
  store volatile i64 %m, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @assembly(ptr addrspace(1) %p, i64 %x) {
  %m = call i64 asm "bfe.u64 $0, $1, 60, 8;", "=l,l"(i64 %x)
  store i64 %m, ptr addrspace(1) %p
  ret void
}
