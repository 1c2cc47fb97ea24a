; Lists of numbers and of {name, number} pairs, in every place; negative numbers are internal aspects and stay.
; Pairs that stand keep their names; what is added is a number.
; RUN: sybil opt --passes=propagate-aspects -S %s
; RUN: sed s/sycl_/intel_/g %s | sybil opt --passes=propagate-aspects --dialect=spec -S -
; CHECK: define spir_kernel void @k(){{.*}} !sycl_used_aspects [[A:![0-9]+]] !sycl_fixed_targets
; CHECK: define internal void @f(){{.*}} !sycl_used_aspects [[B:![0-9]+]] {
; CHECK: define internal void @g(){{.*}} !sycl_used_aspects [[C:![0-9]+]] {
; CHECK: [[A]] = !{i32 -1, i32 5, i32 6, i32 9}
; CHECK: [[B]] = !{i32 -1, [[P:![0-9]+]], i32 6, i32 9}
; CHECK: [[P]] = !{!"fp16", i32 5}
; CHECK: [[C]] = !{i32 -1, i32 9}
; CHECK: define spir_kernel void @k(){{.*}} !intel_used_aspects [[D:![0-9]+]] !intel_fixed_targets
; CHECK: define internal void @f(){{.*}} !intel_used_aspects [[E:![0-9]+]] {
; CHECK: [[D]] = !{i32 -1, i32 5, i32 6, i32 9}
; CHECK: [[E]] = !{i32 -1, [[Q:![0-9]+]], i32 6, i32 9}
; CHECK: [[Q]] = !{!"fp16", i32 5}

%T = type { i32 }

define spir_kernel void @k() {
  call void @f()
  ret void
}

define internal void @f() !sycl_used_aspects !0 {
  %x = alloca double
  call void @g()
  ret void
}

define internal void @g() {
  %x = alloca %T
  fence seq_cst, !sycl_used_aspects !2
  ret void
}

!sycl_types_that_use_aspects = !{!4}
!0 = !{!1}
!1 = !{!"fp16", i32 5}
!2 = !{!3}
!3 = !{!"fp_intrinsic_accuracy", i32 -1}
!4 = !{!"T", !5}
!5 = !{!"image", i32 9}
