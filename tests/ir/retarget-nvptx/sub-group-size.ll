; Sub-groups have 32 work-items on NVIDIA GPUs.
; RUN: sybil opt --passes=retarget-nvptx -S %s
; EXIT: 1
; CHECK: error: kernel 'small' needs sub-groups of 16 work-items; on NVIDIA GPUs they have 32 [nvptx-sub-group-size]
target triple = "spir64-unknown-unknown"

define spir_kernel void @right() !intel_reqd_sub_group_size !1 {
  ret void
}

define spir_kernel void @small() !intel_reqd_sub_group_size !0 {
  ret void
}

!0 = !{i32 16}
!1 = !{i32 32}
