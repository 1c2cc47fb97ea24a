; Bits in reverse order become shifts and masks, in every width and in vectors: constants show the result, variables that no
; call is left. Running the pass again changes nothing.
; RUN: sybil opt --passes=prepare-spirv -S %s
; RUN: diff <(sybil opt --passes=prepare-spirv -S %s) <(sybil opt --passes=prepare-spirv,prepare-spirv -S %s)
; RUN: sybil opt --passes=prepare-spirv %s -o - | opt -passes=verify -disable-output
target triple = "spir64-unknown-unknown"

; CHECK-NOT: bitreverse.i
; CHECK-NOT: bitreverse.v
; CHECK: ret i1 true
define spir_func i1 @b1() {
  %r = call i1 @llvm.bitreverse.i1(i1 true)
  ret i1 %r
}

; CHECK: ret i7 52
define spir_func i7 @b7() {
  %r = call i7 @llvm.bitreverse.i7(i7 22)
  ret i7 %r
}

; CHECK: ret i8 77
define spir_func i8 @b8() {
  %r = call i8 @llvm.bitreverse.i8(i8 178)
  ret i8 %r
}

; CHECK: ret i16 11336
define spir_func i16 @b16() {
  %r = call i16 @llvm.bitreverse.i16(i16 4660)
  ret i16 %r
}

; CHECK: ret i24 8209258
define spir_func i24 @b24() {
  %r = call i24 @llvm.bitreverse.i24(i24 5685950)
  ret i24 %r
}

; CHECK: ret i32 510274632
define spir_func i32 @b32() {
  %r = call i32 @llvm.bitreverse.i32(i32 305419896)
  ret i32 %r
}

; CHECK: ret i64 -597899502893742976
define spir_func i64 @b64() {
  %r = call i64 @llvm.bitreverse.i64(i64 81985529216486895)
  ret i64 %r
}

; CHECK: ret i128 -170141183460469231731687303715884105726
define spir_func i128 @b128() {
  %r = call i128 @llvm.bitreverse.i128(i128 85070591730234615865843651857942052865)
  ret i128 %r
}

; CHECK: ret <3 x i16> <i16 11336, i16 -32768, i16 1>
define spir_func <3 x i16> @v16() {
  %r = call <3 x i16> @llvm.bitreverse.v3i16(<3 x i16> <i16 4660, i16 1, i16 -32768>)
  ret <3 x i16> %r
}

; CHECK: define spir_func i32 @any(i32 %a)
; CHECK: lshr i32 %a, 16
; CHECK: and i32 {{.*}}, 65535
; CHECK: shl i32
; CHECK: or i32
; CHECK: and i32 {{.*}}, 1431655765
; CHECK: ret i32
define spir_func i32 @any(i32 %a) {
  %r = call i32 @llvm.bitreverse.i32(i32 %a)
  ret i32 %r
}

; CHECK: define spir_func <2 x i64> @anyv(<2 x i64> %a)
; CHECK: lshr <2 x i64> %a, <i64 32, i64 32>
; CHECK: ret <2 x i64>
; CHECK-NOT: bitreverse
define spir_func <2 x i64> @anyv(<2 x i64> %a) {
  %r = call <2 x i64> @llvm.bitreverse.v2i64(<2 x i64> %a)
  ret <2 x i64> %r
}

declare i1 @llvm.bitreverse.i1(i1)
declare i7 @llvm.bitreverse.i7(i7)
declare i8 @llvm.bitreverse.i8(i8)
declare i16 @llvm.bitreverse.i16(i16)
declare i24 @llvm.bitreverse.i24(i24)
declare i32 @llvm.bitreverse.i32(i32)
declare i64 @llvm.bitreverse.i64(i64)
declare i128 @llvm.bitreverse.i128(i128)
declare <3 x i16> @llvm.bitreverse.v3i16(<3 x i16>)
declare <2 x i64> @llvm.bitreverse.v2i64(<2 x i64>)
