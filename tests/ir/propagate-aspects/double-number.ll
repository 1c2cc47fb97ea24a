; The module's list of names has the number of fp64.
; RUN: sybil opt --passes=propagate-aspects -S %s
; RUN: sed s/sycl_/intel_/g %s | sybil opt --passes=propagate-aspects --dialect=spec -S -
; CHECK: define spir_kernel void @k(){{.*}} !sycl_used_aspects [[A:![0-9]+]] !sycl_fixed_targets
; CHECK: [[A]] = !{i32 66}
; CHECK: define spir_kernel void @k(){{.*}} !intel_used_aspects [[B:![0-9]+]] !intel_fixed_targets
; CHECK: [[B]] = !{i32 66}

define spir_kernel void @k() {
  %x = fadd double 1.0, 2.0
  ret void
}

!sycl_aspects = !{!0, !1}
!0 = !{!"fp16", i32 6}
!1 = !{!"fp64", i32 66}
