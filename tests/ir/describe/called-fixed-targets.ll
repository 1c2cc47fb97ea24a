; Functions that were compiled for fixed targets narrow an image whose kernels were not; what the kernels need stays.
; RUN: sybil post-link --split=source --properties -o out.table %s
; RUN: cat out_0.prop
; RUN: sybil post-link --split=source --properties --dialect=spec -o spec.table %s
; RUN: cat spec_0.prop
; CHECK: [SYCL/device requirements]
; CHECK-NEXT: aspects=2|gAAAAAAAAAQBAAAA
; CHECK-NEXT: fixed_target=2|ABAAAAAAAAQAAAAACAAAAA
; CHECK-NOT: SYCL/
; CHECK: [SYCL/device requirements]
; CHECK: fixed_target=2|Y3B1LGdwdQ==
target triple = "spir64-unknown-unknown"
define spir_kernel void @k() #1 !sycl_used_aspects !0 !sycl_fixed_targets !3 {
  call spir_func void @_Z3foov()
  call spir_func void @_Z3barv()
  ret void
}
define spir_func void @_Z3foov() #0 !sycl_fixed_targets !1 {
  ret void
}
define spir_func void @_Z3barv() #0 !intel_fixed_targets !2 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
!0 = !{i32 5}
!1 = !{i32 2}
!2 = !{!"gpu", !"cpu"}
!3 = !{}
