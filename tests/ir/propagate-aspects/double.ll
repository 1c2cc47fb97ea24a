; double means fp64, number 6 where the module has no list of names.
; RUN: sybil opt --passes=propagate-aspects -S %s
; RUN: sybil opt --passes=propagate-aspects --dialect=spec -S %s
; CHECK: define spir_kernel void @k(){{.*}} !sycl_used_aspects [[A:![0-9]+]] !sycl_fixed_targets
; CHECK: define internal void @f(){{.*}} !sycl_used_aspects [[A]] {
; CHECK: define internal void @none() {
; CHECK: [[A]] = !{i32 6}
; CHECK: define spir_kernel void @k(){{.*}} !intel_used_aspects [[B:![0-9]+]] !intel_fixed_targets
; CHECK: define internal void @f(){{.*}} !intel_used_aspects [[B]] {
; CHECK: define internal void @none() {
; CHECK: [[B]] = !{i32 6}

define spir_kernel void @k() {
  call void @f()
  call void @none()
  ret void
}

define internal void @f() {
  %x = fadd double 1.0, 2.0
  ret void
}

define internal void @none() {
  %x = fadd float 1.0, 2.0
  ret void
}
