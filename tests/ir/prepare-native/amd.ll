; Kernels for AMD: convention, visibility, sizes of work-groups; an assert traps, and printf does nothing, which is said.
; RUN: sybil opt --passes=prepare-native -S %s
; LLVM: 15 19
; CHECK: define protected amdgpu_kernel void @sized() #[[SIZED:[0-9]+]]
; CHECK: call void @llvm.trap()
; CHECK-NOT: @printf
; CHECK: define protected amdgpu_kernel void @most() #[[MOST:[0-9]+]]
; CHECK: attributes #[[SIZED]] = { "amdgpu-flat-work-group-size"="128,128" }
; CHECK: attributes #[[MOST]] = { "amdgpu-flat-work-group-size"="1,256" }
; CHECK: warning: printf does nothing on this target [-Wnative-printf]
target triple = "amdgcn-amd-amdhsa"

@text = addrspace(4) constant [3 x i8] c"%d\00"

define hidden spir_kernel void @sized() !reqd_work_group_size !1 {
  %a = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @text, i32 1)
  call void @__assert_fail(ptr null, ptr null, i32 %a, ptr null)
  ret void
}

define hidden spir_kernel void @most() !max_work_group_size !2 {
  ret void
}

declare i32 @printf(ptr addrspace(4), ...)
declare void @__assert_fail(ptr, ptr, i32, ptr)

!1 = !{i32 64, i32 2, i32 1}
!2 = !{i32 256, i32 1, i32 1}
