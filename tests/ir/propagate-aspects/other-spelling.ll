; What stands in the other spelling is taken over and goes away: a function never says two things.
; RUN: sybil opt --passes=propagate-aspects -S %s
; RUN: sybil opt --passes=propagate-aspects --dialect=spec -S %s
; RUN: sybil opt --passes=propagate-aspects -S %s | sybil opt --passes=propagate-aspects --dialect=spec -S - | grep -c _used_aspects
; CHECK: define spir_kernel void @k() !sycl_used_aspects [[A:![0-9]+]] !sycl_fixed_targets [[T:![0-9]+]] {
; CHECK: define internal void @f() !sycl_used_aspects [[A]] {
; CHECK: define internal void @empty() !sycl_used_aspects [[T]] {
; CHECK: [[A]] = !{i32 5, i32 6, i32 9}
; CHECK: [[T]] = !{}
; CHECK: define spir_kernel void @k() !intel_used_aspects [[B:![0-9]+]] !intel_fixed_targets [[U:![0-9]+]] {
; CHECK: define internal void @f() !intel_used_aspects [[B]] {
; CHECK: [[B]] = !{i32 5, i32 6, i32 9}
; CHECK: 3

define spir_kernel void @k() !intel_used_aspects !0 {
  call void @f()
  ret void
}

define internal void @f() !sycl_used_aspects !1 !intel_used_aspects !2 {
  %x = alloca double
  ret void
}

define internal void @empty() !intel_used_aspects !3 {
  ret void
}

!0 = !{i32 5}
!1 = !{i32 9}
!2 = !{i32 5}
!3 = !{}
