; The kernel requires nothing; the module names an aspect that our table does not have.
; DESCRIBE: only=k
; > [SYCL/device requirements]
; > aspects=2|gAAAAAAAAAwZSAAA
; > reqd_sub_group_size=1|8
; ! function 'f' uses aspect 'telepathy' not expected by its calling kernel. Missing [[sycl::device_has()]] on SYCL_EXTERNAL function? [-Wexternal-aspect]
; ! function 'f' has required sub-group size '8' that does not match its calling kernel. Missing [[sycl::reqd_sub_group()]] attribute on SYCL_EXTERNAL function? [-Wexternal-sub-group-size]
; DESCRIBE: spec only=k
; > [SYCL/device requirements]
; > aspects=2|ZxIAAA==
; > reqd_sub_group_size=2|CAAAAA==
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|0
; ! function 'f' uses aspect 'telepathy' not expected by its calling kernel. Missing [[sycl::device_has()]] on SYCL_EXTERNAL function? [-Wexternal-aspect]
; ! function 'f' has required sub-group size '8' that does not match its calling kernel. Missing [[sycl::reqd_sub_group()]] attribute on SYCL_EXTERNAL function? [-Wexternal-sub-group-size]

define spir_kernel void @k() {
  ret void
}
define spir_func void @f() !sycl_used_aspects !1 !intel_reqd_sub_group_size !2 {
  ret void
}
!sycl_aspects = !{!0}
!0 = !{!"telepathy", i32 4711}
!1 = !{i32 4711}
!2 = !{i32 8}
