; Arithmetic that tells when bits were lost becomes plain instructions, which the translator takes.
; RUN: sybil opt --passes=optimize -O0 %s -o %t.bc; llvm-dis %t.bc -o - | grep -cE 'with.overflow|[.]sat' || true
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

; 64 bits, and vectors, which optimisers make of quotients of products
define spir_kernel void @wide(i64 addrspace(1)* %p, i64 %a, i64 %b, <4 x i16> %c, <4 x i16> addrspace(1)* %v) {
  %r0 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %a, i64 %b)
  %o0 = extractvalue { i64, i1 } %r0, 1
  %v0 = extractvalue { i64, i1 } %r0, 0
  %s0 = select i1 %o0, i64 %v0, i64 1
  store i64 %s0, i64 addrspace(1)* %p
  %r1 = call { <4 x i16>, <4 x i1> } @llvm.smul.with.overflow.v4i16(<4 x i16> %c, <4 x i16> <i16 2, i16 3, i16 4, i16 5>)
  %o1 = extractvalue { <4 x i16>, <4 x i1> } %r1, 1
  %s1 = call <4 x i16> @llvm.sadd.sat.v4i16(<4 x i16> %c, <4 x i16> %c)
  %s2 = call <4 x i16> @llvm.usub.sat.v4i16(<4 x i16> %s1, <4 x i16> %c)
  %s3 = select <4 x i1> %o1, <4 x i16> %s1, <4 x i16> %s2
  store <4 x i16> %s3, <4 x i16> addrspace(1)* %v
  ret void
}

declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.usub.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)
declare { <4 x i16>, <4 x i1> } @llvm.smul.with.overflow.v4i16(<4 x i16>, <4 x i16>)
declare <4 x i16> @llvm.sadd.sat.v4i16(<4 x i16>, <4 x i16>)
declare <4 x i16> @llvm.usub.sat.v4i16(<4 x i16>, <4 x i16>)
