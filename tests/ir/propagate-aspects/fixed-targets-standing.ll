; Without the switch fixed targets that stand stay, in the spelling of the dialect; a number nobody named keeps its kind.
; With the switch its list replaces them.
; RUN: sybil opt --passes=propagate-aspects -S %s
; RUN: sybil opt --passes=propagate-aspects --dialect=spec -S %s
; RUN: sybil opt --passes=propagate-aspects --fixed-targets=cpu -S %s
; CHECK: define spir_kernel void @numbers() !sycl_fixed_targets [[A:![0-9]+]] {
; CHECK: define spir_kernel void @names() !sycl_fixed_targets [[A]] {
; CHECK: define spir_kernel void @mixed() !sycl_fixed_targets [[B:![0-9]+]] !intel_fixed_targets [[C:![0-9]+]] {
; CHECK: define spir_kernel void @unnamed() !sycl_fixed_targets [[D:![0-9]+]] {
; CHECK: [[A]] = !{i32 2}
; CHECK: [[B]] = !{}
; CHECK: [[C]] = !{!"intel_gpu_pvc"}
; CHECK: [[D]] = !{i32 777}
; CHECK: define spir_kernel void @numbers() !intel_fixed_targets [[E:![0-9]+]] {
; CHECK: define spir_kernel void @names() !intel_fixed_targets [[E]] {
; CHECK: define spir_kernel void @mixed() !intel_fixed_targets [[F:![0-9]+]] {
; CHECK: define spir_kernel void @unnamed() !{{.*}} !{{.*}} {
; CHECK: [[E]] = !{!"gpu"}
; CHECK: [[F]] = !{!"intel_gpu_pvc"}
; CHECK: !{i32 777}
; CHECK: define spir_kernel void @numbers() !sycl_fixed_targets [[G:![0-9]+]] {
; CHECK: define spir_kernel void @names() !sycl_fixed_targets [[G]] {
; CHECK: define spir_kernel void @mixed() !sycl_fixed_targets [[G]] {
; CHECK: [[G]] = !{i32 1}

define spir_kernel void @numbers() !sycl_fixed_targets !0 {
  ret void
}

define spir_kernel void @names() !intel_fixed_targets !1 {
  ret void
}

define spir_kernel void @mixed() !intel_fixed_targets !2 {
  ret void
}

define spir_kernel void @unnamed() !sycl_fixed_targets !3 {
  ret void
}

!0 = !{i32 2}
!1 = !{!"gpu"}
!2 = !{!"intel_gpu_pvc"}
!3 = !{i32 777}
