; A mask that stands counts the arguments that the host gives: what goes now is put where it was.
; RUN: sybil opt --passes=dead-args -S %s
; LLVM: 15 19
; CHECK: define spir_kernel void @k(i32 %b, ptr addrspace(1) %d) !sycl_kernel_omit_args ![[MASK:[0-9]+]]
; CHECK: define spir_kernel void @same(i32 %b, ptr addrspace(1) %d) !sycl_kernel_omit_args ![[OLD:[0-9]+]]
; CHECK: ![[MASK]] = !{i1 true, i1 false, i1 true, i1 true, i1 false, i1 true}
; CHECK: ![[OLD]] = !{i1 true, i1 false, i1 false}
define spir_kernel void @k(i32 %b, i32 %c, ptr addrspace(1) %d, i32 %e) !sycl_kernel_omit_args !0 {
  store i32 %b, ptr addrspace(1) %d
  ret void
}
define spir_kernel void @same(i32 %b, ptr addrspace(1) %d) !sycl_kernel_omit_args !1 {
  store i32 %b, ptr addrspace(1) %d
  ret void
}
!0 = !{i1 true, i1 false, i1 true, i1 false, i1 false, i1 false}
!1 = !{i1 true, i1 false, i1 false}
