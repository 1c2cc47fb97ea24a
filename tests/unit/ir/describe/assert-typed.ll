; With typed pointers addresses hide behind casts.
; LLVM: 15
; DESCRIBE: spec
; > [SYCL/device requirements]
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|1
; > [SYCL/assert used]
; > cast=1|1
; > indirect=1|1

declare void @__devicelib_assert_fail()

@table = internal constant [1 x i8*] [i8* bitcast (void (i32)* @taken to i8*)]

define spir_kernel void @cast() {
  call void bitcast (void ()* @__devicelib_assert_fail to void (i32)*)(i32 1)
  ret void
}
define spir_kernel void @indirect(void ()* %f) {
  call void %f()
  ret void
}
define internal void @taken(i32 %x) {
  call void @__devicelib_assert_fail()
  ret void
}
define spir_kernel void @clean() {
  ret void
}
