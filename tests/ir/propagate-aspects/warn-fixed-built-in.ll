; The built-in configuration knows what GPUs lack: aspects, and how large a work-group may be.
; RUN: sybil opt --passes=propagate-aspects --fixed-targets=nvidia_gpu_sm_50,intel_gpu_bmg_g21 %s -o /dev/null
; RUN: sybil opt --passes=propagate-aspects --fixed-targets=intel_gpu_12,intel_gpu_11_1,x86_64_avx512 %s -o /dev/null
; RUN: sybil opt --passes=propagate-aspects --fixed-targets=spir64,intel_gpu,spir64_x86_64 %s -o /dev/null
; CHECK: warning: function 'k' uses aspect 'fp16', which fixed target 'nvidia_gpu_sm_50' lacks [-Wfixed-targets-aspect]
; CHECK-NOT: work-group
; CHECK: warning: function 'k' requires a work-group size of 1024, which fixed targets 'intel_gpu_12', 'intel_gpu_11_1' lack [-Wfixed-targets-work-group-size]
; CHECK-NOT: warning

define spir_kernel void @k() !sycl_used_aspects !0 !reqd_work_group_size !1 {
  ret void
}

!0 = !{i32 5}
!1 = !{i32 1, i32 1, i32 1024}
