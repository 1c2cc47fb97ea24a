; Sets in their order, of one image of several; in both dialects.
; RUN: sybil post-link --split=kernel --properties --emit-param-info --emit-program-metadata --emit-kernel-names --emit-exported-symbols --emit-imported-symbols --device-globals -o out.table %s
; RUN: cat out_1.prop
; CHECK: [SYCL/device requirements]
; CHECK-NEXT: aspects=2|gAAAAAAAAAQBAAAA
; CHECK-NEXT: reqd_work_group_size_uint64_t=2|ADAAAAAAAAQAAAAAAAAAAEAAAAAAAAAAABAAAAAAAAA
; CHECK-NEXT: [SYCL/kernel param opt]
; CHECK-NEXT: a=2|CAAAAAAAAAQA
; CHECK-NEXT: [SYCL/exported symbols]
; CHECK-NEXT: dg=1|1
; CHECK-NEXT: [SYCL/kernel names]
; CHECK-NEXT: a=1|1
; CHECK-NEXT: [SYCL/program metadata]
; CHECK-NEXT: a@reqd_work_group_size=2|gBAAAAAAAAQAAAAABAAAAAEAAAA
; CHECK-NEXT: uid@global_id_mapping=2|QAAAAAAAAAAZnB
; CHECK-NEXT: [SYCL/misc properties]
; CHECK-NEXT: sycl-grf-size=1|256
; CHECK-NEXT: [SYCL/device globals]
; CHECK-NEXT: uid=2|ABAAAAAAAAABAAAAAAAAAA
; CHECK-NEXT: [SYCL/virtual functions]
; CHECK-NEXT: uses-virtual-functions-set=2|YAAAAAAAAAwclRH
; CHECK-NEXT: [SYCL/registered kernels]
; CHECK-NEXT: users-a=2|IAAAAAAAAAQY
; RUN: sybil post-link --dialect=spec --split=kernel --properties -o spec.table %s
; RUN: cat spec_1.prop spec_0.prop
; CHECK: [SYCL/device requirements]
; CHECK-NEXT: aspects=2|BQAAAA==
; CHECK-NEXT: reqd_work_group_size_uint64_t=2|QAAAAAAAAAABAAAAAAAAAAEAAAAAAAAA
; CHECK-NEXT: [SYCL/devicelib req mask]
; CHECK-NEXT: DeviceLibReqMask=1|0
; CHECK: [SYCL/devicelib req mask]
; CHECK-NEXT: DeviceLibReqMask=1|1
; CHECK-NEXT: [SYCL/assert used]
; CHECK-NEXT: b=1|1
; CHECK-NEXT: [SYCL/registered kernels]
; CHECK-NEXT: users-b=2|Yg==

@dg = addrspace(1) global i32 0 #1

define spir_kernel void @a(i32 %x) #0 !sycl_used_aspects !0 !reqd_work_group_size !1 !sycl_kernel_omit_args !2 {
  ret void
}
define spir_kernel void @b() {
  call void @__devicelib_assert_fail()
  ret void
}
declare void @__devicelib_assert_fail()
attributes #0 = { "sycl-grf-size"="256" "calls-indirectly"="set" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-unique-id"="uid" }
!sycl_registered_kernels = !{!3, !4}
!0 = !{i32 5}
!1 = !{i32 1, i32 1, i32 64}
!2 = !{i1 true, i1 false}
!3 = !{!"users-a", !"a"}
!4 = !{!"users-b", !"b"}
