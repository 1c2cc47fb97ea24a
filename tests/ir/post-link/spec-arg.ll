; The argument through which native code finds specialization constants is named in the program metadata, at its place in
; the device code, and stays when nothing uses it: who launches the kernel does not count it.
; RUN: sybil post-link --properties --emit-program-metadata --dead-args %s -o t.table && sybil show t_0.prop
; CHECK: SYCL/kernel param opt:
; CHECK: 0
; CHECK: SYCL/program metadata:
; CHECK-NEXT: k@spec_constants_arg: 1
; CHECK-NOT: other@
; RUN: sybil post-link --properties --emit-program-metadata --dialect=spec %s -o t.table && grep spec_constants_arg t_0.prop
; CHECK: k@spec_constants_arg=2|AgAAAA==
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(i32 %unused, i32 addrspace(1)* %p, i8 addrspace(1)* "sycl-spec-constants-arg" %specs) #0 {
  store i32 1, i32 addrspace(1)* %p
  ret void
}
define spir_kernel void @other(i32 addrspace(1)* %p) #0 {
  store i32 1, i32 addrspace(1)* %p
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
