; Functions that call each other in circles use the same.
; RUN: sybil opt --passes=propagate-aspects -S %s
; RUN: sed s/sycl_/intel_/g %s | sybil opt --passes=propagate-aspects --dialect=spec -S -
; CHECK: define spir_kernel void @k(){{.*}} !sycl_used_aspects [[A:![0-9]+]] !sycl_fixed_targets
; CHECK: define internal void @self(){{.*}} !sycl_used_aspects [[B:![0-9]+]] {
; CHECK: define internal void @a(){{.*}} !sycl_used_aspects [[C:![0-9]+]] {
; CHECK: define internal void @b(){{.*}} !sycl_used_aspects [[C]] {
; CHECK: define internal void @c(){{.*}} !sycl_used_aspects [[C]] {
; CHECK: define internal void @leaf(){{.*}} !sycl_used_aspects [[D:![0-9]+]] {
; CHECK: [[A]] = !{i32 1, i32 2, i32 3, i32 4}
; CHECK: [[B]] = !{i32 1}
; CHECK: [[C]] = !{i32 2, i32 3, i32 4}
; CHECK: [[D]] = !{i32 4}
; CHECK: define spir_kernel void @k(){{.*}} !intel_used_aspects [[E:![0-9]+]] !intel_fixed_targets
; CHECK: [[E]] = !{i32 1, i32 2, i32 3, i32 4}

define spir_kernel void @k() {
  call void @self()
  call void @a()
  ret void
}

define internal void @self() !sycl_used_aspects !1 {
  call void @self()
  ret void
}

define internal void @a() !sycl_used_aspects !2 {
  call void @b()
  ret void
}

define internal void @b() !sycl_used_aspects !3 {
  call void @c()
  ret void
}

define internal void @c() {
  call void @a()
  call void @leaf()
  ret void
}

define internal void @leaf() !sycl_used_aspects !4 {
  ret void
}

!1 = !{i32 1}
!2 = !{i32 2}
!3 = !{i32 3}
!4 = !{i32 4}
