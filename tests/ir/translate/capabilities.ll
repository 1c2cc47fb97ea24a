; Bits in reverse order and single tasks need no capability that compute devices lack: Intel's CPU runtime refuses modules
; with Shader, Matrix or kernel attributes.
; RUN: sybil opt --passes=compile-time-properties %s -o - | sybil translate -S -
; LLVM: 15
; REQUIRES: llvm-spirv-15
target triple = "spir64-unknown-unknown"

; CHECK-NOT: OpCapability Matrix
; CHECK-NOT: OpCapability Shader
; CHECK-NOT: KernelAttributes
; CHECK-NOT: SPV_INTEL_kernel_attributes
; CHECK: OpCapability Kernel
; CHECK-NOT: OpCapability Matrix
; CHECK-NOT: OpCapability Shader
; CHECK-NOT: KernelAttributes
; CHECK-NOT: SPV_INTEL_kernel_attributes
; CHECK: OpEntryPoint
; CHECK-NOT: OpBitReverse
; CHECK: OpShiftRightLogical
; CHECK-NOT: OpBitReverse
; CHECK: OpFunctionEnd
define spir_kernel void @k(i32 addrspace(1)* %p) #0 {
  %v = load i32, i32 addrspace(1)* %p
  %r = call i32 @llvm.bitreverse.i32(i32 %v)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}
declare i32 @llvm.bitreverse.i32(i32)
attributes #0 = { "sycl-single-task" }
