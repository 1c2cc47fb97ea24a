; A module that no plugin told anything stays as it is: code that came as IR, or from OpenCL C.
; RUN: sybil opt --passes=front-end %s -S
; CHECK: source_filename = "b.cl"
; CHECK: define spir_func void @f() {
; CHECK: define spir_kernel void @k() {
source_filename = "b.cl"
define spir_func void @f() {
  ret void
}
define spir_kernel void @k() {
  ret void
}
