; A use in SYCL's headers is that of the user's function, once, at its call of them; a size that a kernel has from the
; user's function is reported once, and by the name in the source.
; RUN: sybil opt --passes=propagate-aspects --fixed-targets=intel_gpu_pvc %s -o /dev/null
; CHECK: warning: function 'user' uses aspect 'fp16' not listed in 'sycl::device_has'
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: user()
; CHECK-NEXT: note: compile
; CHECK-NEXT: warning: function 'user' requires a sub-group size of 8, which fixed target 'intel_gpu_pvc' lacks
; CHECK-NEXT: note: compile
; CHECK-NOT: warning

define spir_kernel void @__sycl_kernel_user() #0 !intel_reqd_sub_group_size !1 {
  call void @user()
  ret void
}

define internal void @user() !sycl_declared_aspects !0 !intel_reqd_sub_group_size !1 {
  call void @_ZN4sycl3oneEv()
  call void @_ZN4sycl3twoEv()
  ret void
}

define internal void @_ZN4sycl3oneEv() !sycl_used_aspects !2 {
  call void @_ZN4sycl3twoEv()
  ret void
}

define internal void @_ZN4sycl3twoEv() {
  fence seq_cst, !sycl_used_aspects !2
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
!sycl_aspects = !{!3}
!0 = !{}
!1 = !{i32 8}
!2 = !{i32 5}
!3 = !{!"fp16", i32 5}
