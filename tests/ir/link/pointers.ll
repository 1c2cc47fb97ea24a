; Modules with typed pointers and modules with opaque ones: the result has opaque ones.
; RUN: sybil opt %s %S/_helper.ll %S/_opaque.ll -S
; RUN: sybil opt %S/_opaque.ll -o o.bc; sybil opt %s %S/_helper.ll o.bc -S | grep -c "ptr "
; CHECK: define spir_kernel void @k(ptr addrspace(1) %p)
; CHECK: define spir_func void @opaque(ptr %p)
; CHECK: {{[1-9]}}
; LLVM: 15

define spir_kernel void @k(i32 addrspace(1)* %p) {
  store i32 1, i32 addrspace(1)* %p
  ret void
}
