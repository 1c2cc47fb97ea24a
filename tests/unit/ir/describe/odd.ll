; Metadata that is not what it should be says nothing.
; DESCRIBE: param-info program-metadata
; > [SYCL/device requirements]
; > aspects=2|AAAAAAAAAAA
; > [SYCL/kernel param opt]
; > k=2|AAAAAAAAAAA
; > [SYCL/program metadata]
; > k@reqd_sub_group_size=1|0
; DESCRIBE: spec fixed=gpu param-info program-metadata without-warnings
; > [SYCL/device requirements]
; > fixed_target=2|Z3B1
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|0
; > [SYCL/kernel param opt]
; > k=2|
; > [SYCL/program metadata]
; > k@reqd_sub_group_size=2|AAAAAA==

define spir_kernel void @k(i32 %x) !sycl_used_aspects !0 !sycl_declared_aspects !1 !intel_reqd_sub_group_size !2 !reqd_work_group_size !3 !work_group_num_dim !1 !sycl_joint_matrix !4 !sycl_kernel_omit_args !5 !max_work_group_size !1 {
  ret void
}
define spir_func void @f() !sycl_used_aspects !6 !intel_reqd_sub_group_size !7 !intel_fixed_targets !8 !sycl_kernel_omit_args !1 {
  ret void
}
!sycl_registered_kernels = !{!0, !1, !9, !10}
!0 = !{null, float 1.0, !"nonsense", i128 5, i64 4294967296, !1, !{i32 1, i32 2}}
!1 = !{}
!2 = !{i32 0}
!3 = !{!"x"}
!4 = !{i32 1, !"", null}
!5 = !{}
!6 = !{!{!"a"}, !{!"b", !"c"}, i32 -3}
!7 = !{i64 4294967297}
!8 = !{null, float 2.0}
!9 = !{!"x", i32 1}
!10 = !{!{!"x", !"y", !"z"}, null, !{!"n", !""}}
