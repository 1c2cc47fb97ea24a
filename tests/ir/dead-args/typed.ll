; Typed pointers: lists and metadata name the kernel itself.
; RUN: sybil opt --passes=dead-args,dead-args -S %s
; LLVM: 15
; CHECK: @llvm.used = appending global [1 x i8*] [i8* bitcast (void (float addrspace(1)*)* @k to i8*)]
; CHECK: @llvm.global.annotations = appending global [1 x { i8*, i8*, i8*, i32, i8* }] [{ i8*, i8*, i8*, i32, i8* } { i8* bitcast (void (float addrspace(1)*)* @k to i8*)
; CHECK: define spir_kernel void @k(float addrspace(1)* nocapture %b) comdat !sycl_kernel_omit_args ![[MASK:[0-9]+]] {
; CHECK: !spirv.ExecutionMode = !{![[MODE:[0-9]+]]}
; CHECK: !nvvm.annotations = !{![[NV:[0-9]+]]}
; CHECK: ![[MODE]] = !{void (float addrspace(1)*)* @k, i32 4462, i32 32}
; CHECK: ![[NV]] = !{void (float addrspace(1)*)* @k, !"kernel", i32 1}
; CHECK: ![[MASK]] = !{i1 true, i1 false}
target triple = "spir64-unknown-unknown"

$k = comdat any
@text = private constant [2 x i8] c"a\00", section "llvm.metadata"
@llvm.used = appending global [1 x i8*] [i8* bitcast (void (i32, float addrspace(1)*)* @k to i8*)], section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { i8*, i8*, i8*, i32, i8* }] [{ i8*, i8*, i8*, i32, i8* } { i8* bitcast (void (i32, float addrspace(1)*)* @k to i8*), i8* getelementptr inbounds ([2 x i8], [2 x i8]* @text, i32 0, i32 0), i8* undef, i32 0, i8* null }], section "llvm.metadata"

define spir_kernel void @k(i32 %a, float addrspace(1)* nocapture %b) comdat {
  store float 0.0, float addrspace(1)* %b
  ret void
}

!spirv.ExecutionMode = !{!0}
!nvvm.annotations = !{!1}
!0 = !{void (i32, float addrspace(1)*)* @k, i32 4462, i32 32}
!1 = !{void (i32, float addrspace(1)*)* @k, !"kernel", i32 1}
