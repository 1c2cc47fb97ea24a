; One property for each kernel. The masks of 2 and 11 bits are DPC++'s own.
; DESCRIBE: param-info program-metadata kernel-names
; > [SYCL/device requirements]
; > aspects=2|AAAAAAAAAAA
; > reqd_sub_group_size=1|16
; > reqd_work_group_size_uint64_t=2|ADAAAAAAAAQAAAAAAAAAAEAAAAAAAAAAABAAAAAAAAA
; > work_group_num_dim=1|3
; > [SYCL/kernel param opt]
; > two=2|CAAAAAAAAAQA
; > eleven=2|LAAAAAAAAAgfGA
; > [SYCL/kernel names]
; > two=1|1
; > eleven=1|1
; > [SYCL/program metadata]
; > two@reqd_work_group_size=2|gBAAAAAAAAQAAAAABAAAAAEAAAA
; > two@reqd_sub_group_size=1|16
; > two@work_group_num_dim=1|3
; > two@max_work_group_size=2|gBAAAAAAAAQAAAAACAAAAQAAAAA
; > two@max_linear_work_group_size=1|4294967295
; > [SYCL/implicit local arg]
; > eleven=1|1
; > [SYCL/registered kernels]
; > user::two=2|YAAAAAAAAAAd39G
; > user::eleven=2|wAAAAAAAAAQZsVmdl5G
; DESCRIBE: spec param-info program-metadata kernel-names
; > [SYCL/device requirements]
; > reqd_sub_group_size=2|EAAAAA==
; > reqd_work_group_size_uint64_t=2|QAAAAAAAAAABAAAAAAAAAAEAAAAAAAAA
; > work_group_num_dim=2|AwAAAA==
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|0
; > [SYCL/kernel param opt]
; > two=2|AQ==
; > eleven=2|fgY=
; > [SYCL/kernel names]
; > two=1|1
; > eleven=1|1
; > [SYCL/program metadata]
; > two@reqd_work_group_size=2|AQAAAAEAAABAAAAA
; > two@reqd_sub_group_size=2|EAAAAA==
; > two@work_group_num_dim=2|AwAAAA==
; > two@max_work_group_size=2|AQAAAAIAAAAEAAAA
; > two@max_linear_work_group_size=2|/////w==
; > [SYCL/implicit local arg]
; > eleven=1|1
; > [SYCL/registered kernels]
; > user::two=2|dHdv
; > user::eleven=2|ZWxldmVu
; DESCRIBE: spec dead-args only=eleven
; > [SYCL/device requirements]
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|0
; > [SYCL/kernel param opt]
; > eleven=2|fgY=
; > [SYCL/implicit local arg]
; > eleven=1|1
; > [SYCL/registered kernels]
; > user::eleven=2|ZWxldmVu
; DESCRIBE: program-metadata only=eleven
; > [SYCL/device requirements]
; > aspects=2|AAAAAAAAAAA
; > [SYCL/implicit local arg]
; > eleven=1|1
; > [SYCL/registered kernels]
; > user::eleven=2|wAAAAAAAAAQZsVmdl5G

define spir_kernel void @two(i32 %x) !sycl_kernel_omit_args !0 !reqd_work_group_size !2 !work_group_num_dim !3 !intel_reqd_sub_group_size !4 !max_work_group_size !5 !max_linear_work_group_size !6 {
  ret void
}
define spir_kernel void @eleven(i32 %x, ptr addrspace(3) "sycl-implicit-local-arg" %y, i32 %z) !sycl_kernel_omit_args !1 !intel_reqd_sub_group_size !7 {
  ret void
}
define spir_func void @f() #0 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }

!sycl_registered_kernels = !{!8, !9, !10}
!0 = !{i1 true, i1 false}
!1 = !{i1 false, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 true, i1 true}
!2 = !{i32 1, i32 1, i32 64}
!3 = !{i32 3}
!4 = !{i32 16}
!5 = !{i32 1, i32 2, i32 4}
!6 = !{i64 4294967360}
!7 = !{!"automatic"}
!8 = !{!"user::two", !"two"}
!9 = !{!11, !12, i32 1}
!10 = !{!"elsewhere", !"somebody"}
!11 = !{!"user::eleven", !"eleven"}
!12 = !{!"gone", !"nobody"}
