; Fixed targets stand on every kernel and SYCL_EXTERNAL function that is defined. Without the switch the list is empty.
; A target that is no aspect has no number: its name is then written in both dialects.
; RUN: sybil opt --passes=propagate-aspects -S %s
; RUN: sybil opt --passes=propagate-aspects --dialect=spec -S %s
; RUN: sybil opt --passes=propagate-aspects --fixed-targets=gpu,cpu -S %s
; RUN: sybil opt --passes=propagate-aspects --fixed-targets=intel_gpu_pvc,gpu -S %s
; RUN: sybil opt --passes=propagate-aspects --fixed-targets=intel_gpu_12_60_7,gpu --dialect=spec -S %s
; CHECK: define spir_kernel void @k() !sycl_fixed_targets [[A:![0-9]+]] {
; CHECK: define void @external() #0 !sycl_fixed_targets [[A]] {
; CHECK: define void @_Z5__spirv_builtin() #0 {
; CHECK: define void @internal() {
; CHECK: declare void @declared() #0
; CHECK: [[A]] = !{}
; CHECK: define spir_kernel void @k() !intel_fixed_targets [[B:![0-9]+]] {
; CHECK: define void @external() #0 !intel_fixed_targets [[B]] {
; CHECK: define void @internal() {
; CHECK: [[B]] = !{}
; CHECK: define spir_kernel void @k() !sycl_fixed_targets [[C:![0-9]+]] {
; CHECK: define void @external() #0 !sycl_fixed_targets [[C]] {
; CHECK: define void @internal() {
; CHECK: [[C]] = !{i32 2, i32 1}
; CHECK: define spir_kernel void @k() !sycl_fixed_targets [[D:![0-9]+]] !intel_fixed_targets [[E:![0-9]+]] {
; CHECK: [[D]] = !{i32 2}
; CHECK: [[E]] = !{!"intel_gpu_pvc", !"gpu"}
; CHECK: define spir_kernel void @k() !intel_fixed_targets [[F:![0-9]+]] {
; CHECK: [[F]] = !{!"intel_gpu_12_60_7", !"gpu"}

define spir_kernel void @k() {
  ret void
}

define void @external() #0 {
  ret void
}

define void @_Z5__spirv_builtin() #0 {
  ret void
}

define void @internal() {
  ret void
}

declare void @declared() #0

attributes #0 = { "sycl-module-id"="a.cpp" }
