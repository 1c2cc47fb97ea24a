; RUN: sybil post-link --split=source --properties -o out.table %s
; RUN: cat out_0.prop
; CHECK: function 'foo()' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel. [-Wexternal-fixed-targets]
; CHECK: [SYCL/device requirements]
; CHECK-NEXT: aspects=2|gAAAAAAAAAQBAAAA
; CHECK-NEXT: fixed_target=2|gAAAAAAAAAgAAAAA
; CHECK-NOT: SYCL/
; In the documents, images with fixed targets state nothing else.
; RUN: sybil post-link -q --split=source --dialect=spec --properties -o spec.table %s
; RUN: cat spec_0.prop
; CHECK: [SYCL/device requirements]
; CHECK-NEXT: fixed_target=2|Z3B1
; CHECK-NEXT: [SYCL/devicelib req mask]

define spir_kernel void @k() #1 !sycl_used_aspects !0 !intel_fixed_targets !1 {
  call spir_func void @_Z3foov()
  ret void
}
define spir_func void @_Z3foov() #0 !intel_fixed_targets !2 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
!0 = !{i32 5}
!1 = !{!"cpu", !"gpu"}
!2 = !{!"gpu"}
