; Declared aspects are merged into the used ones, up the call graph, in both dialects, and exclusion does not concern them.
; RUN: sybil opt --passes=propagate-aspects --exclude-aspects=fp16 -S %s
; RUN: sed s/sycl_/intel_/g %s | sybil opt --passes=propagate-aspects --dialect=spec --exclude-aspects=fp16 -S -
; CHECK: define spir_kernel void @k(){{.*}} !sycl_used_aspects [[A:![0-9]+]] !sycl_fixed_targets
; CHECK: define internal void @f(){{.*}} !sycl_declared_aspects [[D:![0-9]+]] !sycl_used_aspects [[A]] {
; CHECK: define internal void @property(){{.*}} !sycl_used_aspects [[B:![0-9]+]] {
; CHECK: [[A]] = !{i32 5, i32 6, i32 9}
; CHECK: [[D]] = !{i32 5, i32 6}
; CHECK: [[B]] = !{i32 9}
; CHECK: define spir_kernel void @k(){{.*}} !intel_used_aspects [[E:![0-9]+]] !intel_fixed_targets
; CHECK: define internal void @f(){{.*}} !intel_declared_aspects [[F:![0-9]+]] !intel_used_aspects [[E]] {
; CHECK: define internal void @property(){{.*}} !intel_used_aspects [[G:![0-9]+]] {
; CHECK: [[E]] = !{i32 5, i32 6, i32 9}
; CHECK: [[F]] = !{i32 5, i32 6}
; CHECK: [[G]] = !{i32 9}

define spir_kernel void @k() {
  call void @f()
  ret void
}

define internal void @f() !sycl_declared_aspects !0 {
  %x = alloca double
  call void @property()
  ret void
}

define internal void @property() #0 {
  ret void
}

attributes #0 = { "sycl-device-has"="9" }
!0 = !{i32 5, i32 6}
