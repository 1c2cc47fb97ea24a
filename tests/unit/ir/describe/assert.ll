; Kernels that may report a failed assertion: directly, down a chain, in a circle, by addresses that are called.
; DESCRIBE:
; > [SYCL/device requirements]
; > aspects=2|AAAAAAAAAAA
; DESCRIBE: spec
; > [SYCL/device requirements]
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|1
; > [SYCL/assert used]
; > direct=1|1
; > chain=1|1
; > circle=1|1
; > indirect=1|1

declare void @__devicelib_assert_fail()

@table = internal constant { i32, [1 x ptr] } { i32 0, [1 x ptr] [ptr @taken] }

define spir_kernel void @direct() {
  call void @__devicelib_assert_fail()
  ret void
}
define spir_kernel void @chain() {
  call void @one()
  ret void
}
define internal void @one() {
  call void @two()
  ret void
}
define internal void @two() {
  call void @__devicelib_assert_fail()
  ret void
}
define spir_kernel void @circle() {
  call void @a()
  ret void
}
define internal void @a() {
  call void @b()
  ret void
}
define internal void @b() {
  call void @a()
  call void @two()
  ret void
}
define spir_kernel void @indirect(ptr %f) {
  call void %f(i32 1)
  ret void
}
define internal void @taken(i32 %x) {
  call void @one()
  ret void
}
define spir_kernel void @clean(ptr %p) {
  store ptr @taken, ptr %p
  call void asm "nop", ""()
  ret void
}
