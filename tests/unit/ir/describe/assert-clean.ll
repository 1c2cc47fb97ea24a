; What is called by its address cannot report, nor does anybody call the one who can.
; DESCRIBE: spec
; > [SYCL/device requirements]
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|0
; > [SYCL/assert used]
; > other=1|1

define void @__assert_fail() {
  ret void
}
define spir_kernel void @k(ptr %f, ptr %p) {
  call void %f()
  store ptr @clean, ptr %p
  ret void
}
define spir_kernel void @other() {
  call void @__assert_fail()
  ret void
}
define internal void @clean() {
  ret void
}
