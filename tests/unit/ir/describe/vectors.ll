; Byte arrays as DPC++ writes them.
; DESCRIBE: only=k1
; > [SYCL/device requirements]
; > aspects=2|gAAAAAAAAAgBAAAA
; > reqd_work_group_size_uint64_t=2|ABAAAAAAAAAIAAAAAAAAAA
; DESCRIBE: only=k2
; > [SYCL/device requirements]
; > aspects=2|ABAAAAAAAAgAAAAAEAAAAA
; > reqd_work_group_size_uint64_t=2|ADAAAAAAAAQAAAAAAAAAAEAAAAAAAAAAABAAAAAAAAA
; DESCRIBE: only=k3
; > [SYCL/device requirements]
; > aspects=2|gBAAAAAAAAAAAAAAJAAAAwAAAAA

declare void @unused()
define spir_kernel void @k1() !sycl_used_aspects !0 !reqd_work_group_size !1 {
  ret void
}
define spir_kernel void @k2() !sycl_used_aspects !2 !reqd_work_group_size !3 {
  ret void
}
define spir_kernel void @k3() !sycl_used_aspects !4 {
  ret void
}
!0 = !{i32 6}
!1 = !{i32 32}
!2 = !{i32 4, i32 2}
!3 = !{i64 1, i64 1, i64 64}
!4 = !{i32 12, i32 0, i32 9}
