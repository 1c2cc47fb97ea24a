; RUN: sybil post-link --split=source --properties -j1 -o out.table %s
; RUN: cat out_0.prop
; CHECK: function 'foo()' uses aspect 'fp64' not expected by its calling kernel. Missing [{{\[}}sycl::device_has()]] on SYCL_EXTERNAL function? [-Wexternal-aspect]
; CHECK: function 'foo()' has required sub-group size '32' that does not match its calling kernel. Missing [{{\[}}sycl::reqd_sub_group()]] attribute on SYCL_EXTERNAL function? [-Wexternal-sub-group-size]
; The image of the kernel requires both.
; CHECK: [SYCL/device requirements]
; CHECK-NEXT: aspects=2|ABAAAAAAAAQBAAAAGAAAAA
; CHECK-NEXT: reqd_sub_group_size=1|32
; CHECK-NOT: SYCL/

define spir_kernel void @k() #1 !sycl_used_aspects !0 {
  call spir_func void @_Z3foov()
  ret void
}
define spir_func void @_Z3foov() #0 !sycl_used_aspects !1 !intel_reqd_sub_group_size !2 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
!0 = !{i32 5}
!1 = !{i32 6}
!2 = !{i32 32}
