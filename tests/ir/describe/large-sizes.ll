; Facts about kernels have 32 bits: sizes that need more are the largest number, not what is left of them.
; RUN: sybil post-link --split=kernel --properties --emit-program-metadata -o out.table %s
; RUN: sybil show out_0.prop
; CHECK: reqd_work_group_size_uint64_t: 4294967297, 1, 1
; CHECK: k@reqd_work_group_size: 4294967295, 1, 1
; CHECK: k@max_work_group_size: 4294967295, 1, 64
; CHECK: k@max_linear_work_group_size: 4294967295

define spir_kernel void @k() !reqd_work_group_size !0 !max_work_group_size !1 !max_linear_work_group_size !2 {
  ret void
}
!0 = !{i64 4294967297, i64 1, i64 1}
!1 = !{i64 -1, i64 1, i64 64}
!2 = !{i64 4294967296}
