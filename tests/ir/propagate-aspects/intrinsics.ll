; Functions of LLVM itself are nobody's: what they are called with is used by who calls them, and told once.
; RUN: sybil opt --passes=propagate-aspects --fixed-targets=intel_gpu_acm_g10 -S %s
; CHECK: define spir_kernel void @k(){{.*}} !sycl_used_aspects [[FP64:![0-9]+]]
; CHECK: declare double @llvm.fmuladd.f64(double, double, double)
; CHECK: [[FP64]] = !{i32 6}
; CHECK: warning: function 'k' uses aspect 'fp64', which fixed target 'intel_gpu_acm_g10' lacks
; CHECK-NOT: warning

define spir_kernel void @k() {
  %x = call double @llvm.fmuladd.f64(double 1.0, double 2.0, double 3.0)
  ret void
}

declare double @llvm.fmuladd.f64(double, double, double)
