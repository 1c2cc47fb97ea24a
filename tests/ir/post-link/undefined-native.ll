; Functions of a target's own library are linked in later: nothing is said about them here.
; RUN: sybil post-link --properties --symbols %s -o out.table 2>&1 | wc -l; cat out.table
; LLVM: 15 19
; CHECK: 0
; CHECK-NEXT: [Code|Properties|Symbols]
target triple = "nvptx64-nvidia-cuda"

define spir_kernel void @k(ptr addrspace(1) %p) #0 {
  %v = load float, ptr addrspace(1) %p
  %s = call float @_Z4sqrtf(float %v)
  store float %s, ptr addrspace(1) %p
  ret void
}

declare float @_Z4sqrtf(float)

attributes #0 = { "sycl-module-id"="a.cpp" }
