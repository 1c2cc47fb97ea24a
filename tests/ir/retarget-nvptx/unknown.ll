; A function of SPIR-V without a row is an error.
; RUN: sybil opt --passes=retarget-nvptx -S %s
; EXIT: 1
; CHECK: error: __spirv_NewThing is not available on NVIDIA GPUs [nvptx-function]
target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() {
  call spir_func void @_Z16__spirv_NewThingv()
  ret void
}

declare spir_func void @_Z16__spirv_NewThingv()
