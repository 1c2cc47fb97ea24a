; Images that do not use a device_global with image scope do not have it. The first image has those that none uses.
; RUN: sybil post-link --split=kernel --device-globals --properties %s -o t.table && sybil show t_0.prop && sybil show t_1.prop
; CHECK: file: t_0.prop
; CHECK-NOT: dg
; CHECK: unused:
; CHECK: file: t_1.prop
; CHECK: SYCL/device globals:
; CHECK-NEXT: dg:
; CHECK-NOT: unused
target triple = "spir64-unknown-unknown"
@dg = addrspace(1) global i32 0 #0
@unused = addrspace(1) global i32 0 #1
define spir_kernel void @k1() {
  store i32 1, ptr addrspace(1) @dg
  ret void
}
define spir_kernel void @k2() {
  ret void
}
attributes #0 = { "sycl-device-global-size"="4" "sycl-device-image-scope" "sycl-unique-id"="dg" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-device-image-scope" "sycl-unique-id"="unused" }
