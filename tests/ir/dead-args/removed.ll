; Unused arguments of kernels go; attributes and metadata keep step, the mask says which. A second run changes nothing.
; RUN: sybil opt --passes=dead-args -S %s
; RUN: sybil opt --passes=dead-args -S %s -o %t.1 && sybil opt --passes=dead-args -S %t.1 -o %t.2 && cmp %t.1 %t.2 && echo same
; LLVM: 15 19
; CHECK: @llvm.used = appending global [2 x ptr] [ptr @k, ptr @all]
; CHECK: define weak_odr spir_kernel void @k(ptr addrspace(1) align 8 %b, float %d) #[[ATTR:[0-9]+]] !kernel_arg_addr_space ![[SPACE:[0-9]+]] !kernel_arg_type ![[TYPE:[0-9]+]] !spirv.ParameterDecorations ![[DECO:[0-9]+]] !reqd_work_group_size ![[SIZE:[0-9]+]] !kernel_arg_of_tomorrow ![[NEW:[0-9]+]] !kernel_arg_name ![[NONE:[0-9]+]] !sycl_kernel_omit_args ![[MASK:[0-9]+]] {
; CHECK-NEXT: entry:
; CHECK-NEXT: store float %d, ptr addrspace(1) %b
; CHECK-NEXT: ret void
; CHECK: define spir_kernel void @all() !sycl_kernel_omit_args ![[ALL:[0-9]+]]
; CHECK: define spir_kernel void @none(i32 %a, ptr addrspace(1) %b) {
; CHECK: define spir_kernel void @empty() {
; CHECK: define spir_func void @function(i32 %unused) {
; CHECK: declare spir_kernel void @declared(i32)
; CHECK: attributes #[[ATTR]] = { {{.*}}"sycl-module-id"="a.cpp"
; CHECK: !spirv.ExecutionMode = !{![[MODE:[0-9]+]]}
; CHECK: ![[MODE]] = !{ptr @k, i32 4462, i32 32}
; CHECK: ![[SPACE]] = !{i32 1, i32 0}
; CHECK: ![[TYPE]] = !{!"float*", !"float"}
; CHECK: ![[DECO]] = !{![[D1:[0-9]+]], ![[D2:[0-9]+]]}
; CHECK: ![[D1]] = !{![[D3:[0-9]+]]}
; CHECK: ![[D3]] = !{i32 44, i32 8}
; CHECK: ![[SIZE]] = !{i64 1, i64 1, i64 32}
; CHECK: ![[NEW]] = !{i32 2, i32 4}
; CHECK: ![[MASK]] = !{i1 true, i1 false, i1 true, i1 false}
; CHECK: ![[ALL]] = !{i1 true, i1 true, i1 true}
; CHECK: same
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, i32 }
@llvm.used = appending global [2 x ptr] [ptr @k, ptr @all]

define weak_odr spir_kernel void @k(i32 noundef %a, ptr addrspace(1) align 8 %b, ptr byval(%struct.S) align 4 %c, float %d) #0 !kernel_arg_addr_space !1 !kernel_arg_type !2 !spirv.ParameterDecorations !3 !reqd_work_group_size !6 !kernel_arg_of_tomorrow !7 !kernel_arg_name !4 {
entry:
  store float %d, ptr addrspace(1) %b
  ret void
}

define spir_kernel void @all(i32 %a, i64 %b, ptr addrspace(3) %c) {
  ret void
}

define spir_kernel void @none(i32 %a, ptr addrspace(1) %b) {
  store i32 %a, ptr addrspace(1) %b
  ret void
}

define spir_kernel void @empty() {
  ret void
}

define spir_func void @function(i32 %unused) {
  ret void
}

declare spir_kernel void @declared(i32)

attributes #0 = { nounwind "sycl-module-id"="a.cpp" }

!spirv.ExecutionMode = !{!0}
!0 = !{ptr @k, i32 4462, i32 32}
!1 = !{i32 0, i32 1, i32 0, i32 0}
!2 = !{!"int", !"float*", !"S", !"float"}
!3 = !{!4, !5, !4, !4}
!4 = !{}
!5 = !{!8}
!6 = !{i64 1, i64 1, i64 32}
!7 = !{i32 1, i32 2, i32 3, i32 4}
!8 = !{i32 44, i32 8}
