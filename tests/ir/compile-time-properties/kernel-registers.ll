; Registers: as a mode, as their number; explicit SIMD code has other ways.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
define spir_kernel void @mode() #0 {
  ret void
}
define spir_kernel void @auto() #1 {
  ret void
}
define spir_kernel void @small() #2 {
  ret void
}
define spir_kernel void @large() #3 {
  ret void
}
define spir_kernel void @esimd() #3 !sycl_explicit_simd !0 {
  ret void
}
define spir_kernel void @largest() #4 {
  ret void
}
attributes #0 = { "sycl-register-alloc-mode"="2" }
attributes #1 = { "sycl-grf-size"="0" }
attributes #2 = { "sycl-grf-size"="128" }
attributes #3 = { "sycl-grf-size"="256" }
attributes #4 = { "sycl-grf-size"="512" }
!0 = !{}

; CHECK: @mode() #0 !RegisterAllocMode [[LARGE:![0-9]+]] {
; CHECK: @auto() #1 !RegisterAllocMode [[AUTO:![0-9]+]] {
; CHECK: @small() #2 !RegisterAllocMode [[SMALL:![0-9]+]] {
; CHECK: @large() #3 !RegisterAllocMode [[LARGE]] {
; CHECK: @esimd() #3 !sycl_explicit_simd {{![0-9]+}} {
; CHECK: @largest() #4 !MaximumRegisters [[LARGEST:![0-9]+]] {
; CHECK: [[LARGE]] = !{i32 2}
; CHECK: [[AUTO]] = !{i32 0}
; CHECK: [[SMALL]] = !{i32 1}
; CHECK: [[LARGEST]] = !{i32 512}
