; Running the pass twice changes nothing.
; RUN: sybil opt --passes=propagate-aspects --fixed-targets=intel_gpu_pvc,gpu -S %s -o one.ll && sybil opt --passes=propagate-aspects --fixed-targets=intel_gpu_pvc,gpu -S one.ll -o two.ll && cmp one.ll two.ll
; RUN: sybil opt --passes=propagate-aspects,propagate-aspects -S %s -o two.ll && sybil opt --passes=propagate-aspects -S %s -o one.ll && cmp one.ll two.ll
; RUN: sybil opt --passes=propagate-aspects --dialect=spec -S %s -o one.ll && sybil opt --passes=propagate-aspects --dialect=spec -S one.ll -o two.ll && cmp one.ll two.ll && cat two.ll
; CHECK: define spir_kernel void @k() !sycl_declared_aspects !{{[0-9]+}} !intel_used_aspects [[A:![0-9]+]] !intel_fixed_targets
; CHECK: [[A]] = !{i32 5, [[P:![0-9]+]], i32 9}
; CHECK: [[P]] = !{!"fp64", i32 6}

define spir_kernel void @k() !sycl_declared_aspects !0 !sycl_used_aspects !1 {
  call void @f()
  ret void
}

define internal void @f() !intel_used_aspects !3 {
  %x = alloca double
  ret void
}

!0 = !{i32 5, i32 6, i32 9}
!1 = !{!2}
!2 = !{!"fp64", i32 6}
!3 = !{i32 9}
