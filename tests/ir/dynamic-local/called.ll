; A kernel that code calls cannot take more arguments; where the memory is the GPU's, nothing has to change.
; RUN: sybil opt --passes=dynamic-local %s -S -o x.ll 2>&1; echo $?; test ! -e x.ll; sed s/spir64-unknown-unknown/nvptx64-nvidia-cuda/ %s >n.ll; sybil opt --passes=dynamic-local n.ll -S
; CHECK: kernel 'k' uses the work-group's scratch memory and must not be called by other code [aot-call]
; CHECK: 1
; CHECK: define spir_kernel void @k() {
; CHECK-NEXT: call spir_func ptr addrspace(3) @_Z36__sycl_dynamicLocalMemoryPlaceholderm(i64 1)
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() {
  %p = call spir_func ptr addrspace(3) @_Z36__sycl_dynamicLocalMemoryPlaceholderm(i64 1)
  store i8 0, ptr addrspace(3) %p
  ret void
}
define spir_kernel void @caller() {
  call spir_kernel void @k()
  ret void
}
declare spir_func ptr addrspace(3) @_Z36__sycl_dynamicLocalMemoryPlaceholderm(i64)
