; Everything a device must have. Vectors of byte arrays are DPC++'s own.
; DESCRIBE:
; > [SYCL/device requirements]
; > aspects=2|gCAAAAAAAAQAAAAACAAAAYAAAAQCAAAAMAAAAA
; > joint_matrix=2|wDAAAAAAAAQbhRncph3X0lHclpjOmBnN0wSdzVmO6EGLxYDLxYD
; > joint_matrix_mad=2|wBAAAAAAAAQYsIGLjxCZsgDLxYDL4A
; > reqd_sub_group_size=1|32
; > reqd_work_group_size_uint64_t=2|ADAAAAAAAAQAAAAAAAAAAEAAAAAAAAAAABAAAAAAAAA
; > work_group_num_dim=1|3
; DESCRIBE: spec
; > [SYCL/device requirements]
; > aspects=2|AQAAAAIAAAAGAAAACQAAAAwAAAA=
; > joint_matrix=2|bWF0cml4X3R5cGU6OmZwNjQsdXNlOjphLDE2LDE2
; > joint_matrix_mad=2|YSxiLGMsZCw4LDE2LDg=
; > reqd_sub_group_size=2|IAAAAA==
; > reqd_work_group_size_uint64_t=2|QAAAAAAAAAABAAAAAAAAAAEAAAAAAAAA
; > work_group_num_dim=2|AwAAAA==
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|0
; DESCRIBE: none target=intel_gpu_pvc
; > [SYCL/device requirements]
; > aspects=2|gCAAAAAAAAQAAAAACAAAAYAAAAQCAAAAMAAAAA
; > joint_matrix=2|wDAAAAAAAAQbhRncph3X0lHclpjOmBnN0wSdzVmO6EGLxYDLxYD
; > joint_matrix_mad=2|wBAAAAAAAAQYsIGLjxCZsgDLxYDL4A
; > reqd_sub_group_size=1|32
; > work_group_num_dim=1|3
; > compile_target=2|oBAAAAAAAAQauRXZs91ZwV3XwZ3Y

define spir_kernel void @a() #0 !sycl_used_aspects !0 !sycl_joint_matrix !4 !sycl_joint_matrix_mad !5 !intel_reqd_sub_group_size !6 !reqd_work_group_size !7 !work_group_num_dim !8 {
  ret void
}

; internal aspects and named sizes are left out, pairs of name and number are read
define spir_kernel void @b() !sycl_used_aspects !1 !sycl_declared_aspects !2 !intel_declared_aspects !3 !sycl_joint_matrix !4 !intel_reqd_sub_group_size !9 {
  ret void
}

attributes #0 = { "sycl-device-has"="fp64,1" }

!0 = !{i32 12, i32 9}
!1 = !{i32 -1, !10, i32 12}
!2 = !{i32 6}
!3 = !{!"fp64"}
!4 = !{!"matrix_type::fp64,use::a,16,16"}
!5 = !{!"a,b,c,d,8,16,8"}
!6 = !{i32 32}
!7 = !{i32 1, i32 1, i32 64}
!8 = !{i32 3}
!9 = !{!"primary"}
!10 = !{!"gpu", i32 2}
