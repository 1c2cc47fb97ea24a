; Kernels for NVIDIA: conventions, annotations once, printf and assert of the driver, local memory as variables.
; RUN: sybil opt --passes=prepare-native -S %s -o %t.ll; cat %t.ll; opt -passes=verify -S %t.ll -o /dev/null && echo right
; LLVM: 15 19
; CHECK: @local = internal addrspace(3) global [256 x i8] undef, align 16
; CHECK: @__sybil_dynamic_local = external addrspace(3) global [0 x i8], align 128
; CHECK: define ptx_kernel void @sized
; CHECK-NOT: target-cpu
; CHECK: call i32 @helper(i32 1)
; CHECK: define ptx_kernel void @prints
; CHECK: [[BLOCK:%[a-z0-9]+]] = alloca { i32, double, ptr }, align 8
; CHECK: sext i16 %i to i32
; CHECK: fpext float %f to double
; CHECK: call i32 @vprintf(ptr addrspacecast (ptr addrspace(4) @text to ptr), ptr [[BLOCK]])
; CHECK: call i32 @vprintf(ptr {{.*}}@text{{.*}}, ptr null)
; CHECK: zext i16 %i to i32
; CHECK: define ptx_kernel void @asserts
; CHECK: call void @__assertfail(ptr @words, ptr @words, i32 7, ptr @words, i64 1)
; CHECK: define ptx_kernel void @locals
; CHECK-NEXT: store i8 1, ptr addrspace(3) @local
; CHECK: addrspacecast (ptr addrspace(3) @__sybil_dynamic_local to ptr)
; CHECK: define internal i32 @helper
; CHECK: define i32 @exported
; CHECK: !{ptr @sized, !"kernel", i32 1}
; CHECK: !{ptr @sized, !"reqntidx", i32 64}
; CHECK: !{ptr @sized, !"reqntidy", i32 2}
; CHECK: !{ptr @sized, !"reqntidz", i32 1}
; CHECK: !{ptr @sized, !"minctasm", i32 3}
; CHECK-NOT: !{ptr @prints, !"kernel", i32 1}
; CHECK: !{ptr @asserts, !"maxntidx", i32 128}
; CHECK: right
; CHECK: warning: missing is neither in the module nor in the library of the target [-Wundefined-function]
target triple = "nvptx64-nvidia-cuda"

@text = addrspace(4) constant [3 x i8] c"%d\00"
@words = constant [2 x i8] c"x\00"

define spir_kernel void @sized() #0 !reqd_work_group_size !1 !min_work_groups_per_cu !3 {
  %a = call spir_func i32 @helper(i32 1)
  %b = call spir_func i32 @missing(i32 %a)
  ret void
}

define spir_kernel void @prints(i16 %i, float %f, ptr %p) {
  %a = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @text, i16 %i, float %f, ptr %p)
  %b = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @text)
  %c = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @text, i16 zeroext %i)
  ret void
}

define spir_kernel void @asserts() !max_work_group_size !4 {
  call spir_func void @__devicelib_assert_fail(ptr @words, ptr @words, i32 7, ptr @words, i64 0)
  ret void
}

define spir_kernel void @locals() {
  %l = call ptr addrspace(3) @_Z26__sycl_allocateLocalMemorymm(i64 256, i64 16)
  store i8 1, ptr addrspace(3) %l
  %d = call ptr @_Z36__sycl_dynamicLocalMemoryPlaceholderm(i64 4)
  store i8 1, ptr %d
  ret void
}

define spir_func i32 @helper(i32 %a) {
  ret i32 %a
}

define spir_func i32 @exported(i32 %a) #1 {
  ret i32 %a
}

declare spir_func i32 @missing(i32)
declare i32 @printf(ptr addrspace(4), ...)
declare spir_func void @__devicelib_assert_fail(ptr, ptr, i32, ptr, i64)
declare ptr addrspace(3) @_Z26__sycl_allocateLocalMemorymm(i64, i64)
declare ptr @_Z36__sycl_dynamicLocalMemoryPlaceholderm(i64)

attributes #0 = { "target-cpu"="sm_20" "target-features"="+ptx75" }
attributes #1 = { "sycl-module-id"="a.cpp" }

!nvvm.annotations = !{!5}
!1 = !{i32 64, i32 2}
!3 = !{i32 3}
!4 = !{i32 128, i32 1, i32 1}
!5 = !{ptr @prints, !"kernel", i32 1}
