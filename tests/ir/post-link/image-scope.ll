; A device_global that each image has its own of cannot be shared.
; RUN: sybil post-link --split=kernel --device-globals %s -o t.table
; EXIT: 1
; CHECK: device_global variable 'dg' with property "device_image_scope" is used in more than one device image.
target triple = "spir64-unknown-unknown"
@dg = addrspace(1) global i32 0 #0
define spir_kernel void @k1() {
  store i32 1, ptr addrspace(1) @dg
  ret void
}
define spir_kernel void @k2() {
  store i32 1, ptr addrspace(1) @dg
  ret void
}
attributes #0 = { "sycl-device-global-size"="4" "sycl-device-image-scope" "sycl-unique-id"="dg" }
