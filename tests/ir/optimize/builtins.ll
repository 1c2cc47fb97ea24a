; Builtins that only compute have no effects: calls with the same arguments become one, unused ones are removed, and loads
; and stores around them are combined. They leave loops and are not convergent. Builtins with pointers, barriers, shuffles
; and other functions stay as they are.
; RUN: sybil opt --passes=optimize -S %s
; LLVM: 15 19
; CHECK: define spir_kernel void @same(
; CHECK: call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
; CHECK-NOT: BuiltIn
; CHECK-NOT: load
; CHECK: ret void
; CHECK: define spir_kernel void @loop(
; CHECK: call spir_func float @_Z16__spirv_ocl_sqrtf(
; CHECK: {{^}}loop:
; CHECK-NOT: @_Z16__spirv_ocl_sqrtf
; CHECK: ret void
; CHECK: define spir_kernel void @others(
; CHECK: call spir_func float @_Z17__spirv_ocl_fractfPU3AS1f(
; CHECK: call spir_func float @_Z17__spirv_ocl_fractfPU3AS1f(
; CHECK: call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(
; CHECK: call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(
; CHECK: call spir_func i32 @foreign(
; CHECK: call spir_func i32 @foreign(
; CHECK: ret void
target triple = "spir64-unknown-unknown"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"

define spir_kernel void @same(ptr addrspace(1) %p) #0 {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0) #0
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %a
  %unused = call spir_func i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0) #0
  %j = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0) #0
  %b = getelementptr inbounds float, ptr addrspace(1) %p, i64 %j
  %v = load float, ptr addrspace(1) %b
  %w = fadd float %v, 2.0
  store float %w, ptr addrspace(1) %b
  ret void
}

define spir_kernel void @loop(ptr addrspace(1) %p, float %x, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %r = call spir_func float @_Z16__spirv_ocl_sqrtf(float %x) #0
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  %v = load volatile float, ptr addrspace(1) %a
  %w = fadd float %v, %r
  store volatile float %w, ptr addrspace(1) %a
  %next = add i64 %i, 1
  %c = icmp ult i64 %next, %n
  br i1 %c, label %loop, label %done
done:
  ret void
}

define spir_kernel void @others(ptr addrspace(1) %p, float %x, i32 %n) #0 {
  %f = call spir_func float @_Z17__spirv_ocl_fractfPU3AS1f(float %x, ptr addrspace(1) %p) #0
  %g = call spir_func float @_Z17__spirv_ocl_fractfPU3AS1f(float %x, ptr addrspace(1) %p) #0
  %s = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %n, i32 0) #0
  %t = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %n, i32 0) #0
  %a = call spir_func i32 @foreign(i32 %n) #0
  %b = call spir_func i32 @foreign(i32 %n) #0
  ret void
}

declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32) #0
declare spir_func i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32) #0
declare spir_func float @_Z16__spirv_ocl_sqrtf(float) #0
declare spir_func float @_Z17__spirv_ocl_fractfPU3AS1f(float, ptr addrspace(1)) #0
declare spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32, i32) #0
declare spir_func i32 @foreign(i32) #0

attributes #0 = { convergent }
