; Functions that ask for more than the kernel.
; DESCRIBE: only=k
; > [SYCL/device requirements]
; > aspects=2|gBAAAAAAAAQBAAAAGAAAAsBAAAA
; > reqd_sub_group_size=1|16
; ! function 'foo(int)' uses aspect 'fp64' not expected by its calling kernel. Missing [[sycl::device_has()]] on SYCL_EXTERNAL function? [-Wexternal-aspect]
; ! function 'bar' uses aspect 'atomic64' not expected by its calling kernel. Missing [[sycl::device_has()]] on SYCL_EXTERNAL function? [-Wexternal-aspect]
; ! function 'bar' has required sub-group size '32' that does not match its calling kernel. Missing [[sycl::reqd_sub_group()]] attribute on SYCL_EXTERNAL function? [-Wexternal-sub-group-size]
; DESCRIBE: only=k spec without-warnings
; > [SYCL/device requirements]
; > aspects=2|BQAAAAYAAAAbAAAA
; > reqd_sub_group_size=2|EAAAACAAAAA=
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|0

define spir_kernel void @k() !sycl_used_aspects !0 !intel_reqd_sub_group_size !3 {
  call spir_func void @_Z3fooi(i32 1)
  call spir_func void @bar()
  ret void
}
define spir_func void @_Z3fooi(i32 %x) !intel_used_aspects !1 !sycl_declared_aspects !1 !intel_reqd_sub_group_size !3 {
  ret void
}
define spir_func void @bar() !sycl_used_aspects !2 !intel_reqd_sub_group_size !4 {
  ret void
}
!0 = !{i32 5}
!1 = !{i32 6, i32 5, i32 -1}
!2 = !{!5}
!3 = !{i32 16}
!4 = !{i32 32}
!5 = !{!"atomic64", i32 28}
