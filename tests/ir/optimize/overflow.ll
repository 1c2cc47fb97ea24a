; Arithmetic that tells when bits were lost becomes plain instructions, which the translator takes.
; RUN: sybil opt --passes=optimize -O0 %s -o %t.bc; llvm-dis %t.bc -o - | grep -c with.overflow || true
; RUN: sybil translate %t.bc -o %t.spv && spirv-val %t.spv && echo valid
; LLVM: 15
; REQUIRES: llvm-spirv-15
; REQUIRES: spirv-val
; CHECK: 0
; CHECK: valid
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(i32 addrspace(1)* %p, i32 %a, i32 %b) {
  %r0 = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  %o0 = extractvalue { i32, i1 } %r0, 1
  %r1 = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %a, i32 %b)
  %o1 = extractvalue { i32, i1 } %r1, 1
  %r2 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %o2 = extractvalue { i32, i1 } %r2, 1
  %r3 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %a, i32 %b)
  %o3 = extractvalue { i32, i1 } %r3, 1
  %r4 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  %o4 = extractvalue { i32, i1 } %r4, 1
  %v4 = extractvalue { i32, i1 } %r4, 0
  %s0 = select i1 %o0, i32 %v4, i32 1
  %s1 = select i1 %o1, i32 %s0, i32 2
  %s2 = select i1 %o2, i32 %s1, i32 3
  %s3 = select i1 %o3, i32 %s2, i32 4
  %s4 = select i1 %o4, i32 %s3, i32 5
  store i32 %s4, i32 addrspace(1)* %p
  ret void
}

declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.usub.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
