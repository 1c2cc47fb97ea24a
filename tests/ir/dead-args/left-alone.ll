; Kernels that code uses, and those whose parameters somebody counts, keep their arguments.
; RUN: sybil opt --passes=dead-args -S %s
; LLVM: 15 19
; CHECK: define spir_kernel void @called(i32 %unused) {
; CHECK: define spir_kernel void @taken(i32 %unused) {
; CHECK: define spir_kernel void @aliased(i32 %unused) {
; CHECK: define spir_kernel void @passed(i32 %unused) {
; CHECK: define ptx_kernel void @aligned(i32 %unused) {
; CHECK: define spir_kernel void @looped(i32 %unused) {
; CHECK: define spir_func void @caller
; CHECK: define ptx_kernel void @ptx() !sycl_kernel_omit_args
; CHECK: define amdgpu_kernel void @amd() !sycl_kernel_omit_args
@table = constant [1 x ptr] [ptr @taken]
@alias = alias void (i32), ptr @aliased

define spir_kernel void @called(i32 %unused) {
  ret void
}
define spir_kernel void @taken(i32 %unused) {
  ret void
}
define spir_kernel void @aliased(i32 %unused) {
  ret void
}
define spir_kernel void @passed(i32 %unused) {
  ret void
}
define ptx_kernel void @aligned(i32 %unused) {
  ret void
}
define spir_kernel void @looped(i32 %unused) {
  br label %next
next:
  store ptr blockaddress(@looped, %next), ptr @place
  ret void
}
define spir_func void @caller(i32 %unused) {
  call spir_kernel void @called(i32 1)
  call spir_func void @callback(ptr @passed)
  ret void
}
define ptx_kernel void @ptx(i32 %unused) {
  ret void
}
define amdgpu_kernel void @amd(i32 %unused) {
  ret void
}
declare spir_func void @callback(ptr)
@place = external global ptr

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @aligned, !"kernel", i32 1, !"align", i32 65540}
!1 = !{ptr @ptx, !"kernel", i32 1, !"maxntidx", i32 64}
