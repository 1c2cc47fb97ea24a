; Excluded aspects are not added; where they stood they stay.
; RUN: sybil opt --passes=propagate-aspects --exclude-aspects=fp64,image -S %s
; RUN: sed s/sycl_/intel_/g %s | sybil opt --passes=propagate-aspects --dialect=spec --exclude-aspects=fp64 --exclude-aspects=9 -S -
; CHECK: define spir_kernel void @k(){{.*}} !sycl_used_aspects [[A:![0-9]+]] !sycl_fixed_targets
; CHECK: define internal void @f(){{.*}} !sycl_used_aspects [[B:![0-9]+]] {
; CHECK: define internal void @g() {
; CHECK: [[A]] = !{i32 5}
; CHECK: [[B]] = !{i32 5, i32 9}
; CHECK: define spir_kernel void @k(){{.*}} !intel_used_aspects [[C:![0-9]+]] !intel_fixed_targets
; CHECK: define internal void @f(){{.*}} !intel_used_aspects [[D:![0-9]+]] {
; CHECK: define internal void @g() {
; CHECK: [[C]] = !{i32 5}
; CHECK: [[D]] = !{i32 5, i32 9}

define spir_kernel void @k() {
  call void @f()
  call void @g()
  ret void
}

define internal void @f() !sycl_used_aspects !0 {
  ret void
}

define internal void @g() {
  %x = alloca double
  ret void
}

!0 = !{i32 5, i32 9}
