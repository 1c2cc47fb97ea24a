; Metadata that does not count right: the kernel is left as it is, and that is said.
; RUN: sybil opt --passes=dead-args -S %s
; LLVM: 15 19
; CHECK: define spir_kernel void @types(i32 %unused)
; CHECK: define spir_kernel void @decorations(i32 %unused)
; CHECK: define spir_kernel void @short(i32 %unused, i32 %unused2)
; CHECK: define spir_kernel void @long(i32 %unused)
; CHECK: define spir_kernel void @text(i32 %unused)
; CHECK: define spir_kernel void @fine() !kernel_arg_type
; CHECK: warning: kernel 'types': metadata does not have one node per argument; unused arguments stay [-Wdead-args-metadata]
; CHECK: kernel 'decorations': metadata does not have one node
; CHECK: kernel 'short': !sycl_kernel_omit_args does not match the arguments; unused ones stay
; CHECK: kernel 'long': !sycl_kernel_omit_args does not match
; CHECK: kernel 'text': !sycl_kernel_omit_args does not match
; CHECK-NOT: warning
define spir_kernel void @types(i32 %unused) !kernel_arg_type !0 {
  ret void
}
define spir_kernel void @decorations(i32 %unused) !spirv.ParameterDecorations !0 {
  ret void
}
define spir_kernel void @short(i32 %unused, i32 %unused2) !sycl_kernel_omit_args !1 {
  ret void
}
define spir_kernel void @long(i32 %unused) !sycl_kernel_omit_args !2 {
  ret void
}
define spir_kernel void @text(i32 %unused) !sycl_kernel_omit_args !3 {
  ret void
}
define spir_kernel void @fine(i32 %unused) !kernel_arg_type !3 {
  ret void
}
!0 = !{!"int", !"int"}
!1 = !{i1 true, i1 false}
!2 = !{i1 false, i1 false}
!3 = !{!"no"}
