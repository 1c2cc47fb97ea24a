; RUN: sybil opt --passes=propagate-aspects --fixed-targets=gpu,intel_gpu_pcv -S %s
; EXIT: 2
; CHECK-NOT: define
; CHECK: error: unknown target 'intel_gpu_pcv'; did you mean 'intel_gpu_pvc'? [unknown-target]

define spir_kernel void @k() {
  ret void
}
