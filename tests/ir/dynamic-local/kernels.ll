; Local memory of the launch is one more argument of the kernels that get there, and of no others. Twice changes nothing.
; RUN: sybil opt --passes=dynamic-local %s -S -o once.ll; sybil opt --passes=dynamic-local once.ll -S -o twice.ll; cmp once.ll twice.ll; cat once.ll
; LLVM: 15 19
; CHECK-NOT: @deep(
; CHECK: define spir_kernel void @near(i32 %n, ptr addrspace(3) "sycl-implicit-local-arg" [[MINE:%[0-9]+]]) {{.*}}!kernel_arg_addr_space ![[SPACES:[0-9]+]] !kernel_arg_type ![[TYPES:[0-9]+]] !spirv.ParameterDecorations ![[DECORATIONS:[0-9]+]]
; CHECK: store i32 %n, ptr addrspace(3) [[MINE]]
; CHECK: addrspacecast ptr addrspace(3) [[MINE]] to ptr addrspace(4)
; CHECK: define spir_kernel void @far(ptr addrspace(3) "sycl-implicit-local-arg"
; CHECK-NOT: call
; CHECK: define spir_kernel void @without(i32 %n) {
; CHECK: ![[SPACES]] = !{i32 0, i32 3}
; CHECK: ![[TYPES]] = !{!"int", !"char*"}
; CHECK: ![[DECORATIONS]] = !{![[NONE:[0-9]+]], ![[NONE]]}
target triple = "spir64-unknown-unknown"

define spir_kernel void @near(i32 %n) !kernel_arg_addr_space !0 !kernel_arg_type !1 !spirv.ParameterDecorations !2 {
  %p = call spir_func ptr addrspace(3) @_Z36__sycl_dynamicLocalMemoryPlaceholderm(i64 16)
  store i32 %n, ptr addrspace(3) %p
  %q = call spir_func ptr addrspace(4) @deep()
  store i32 1, ptr addrspace(4) %q
  ret void
}
define spir_kernel void @far() {
  %p = call spir_func ptr addrspace(4) @deeper()
  store i32 1, ptr addrspace(4) %p
  ret void
}
define spir_kernel void @without(i32 %n) {
  ret void
}
define internal spir_func ptr addrspace(4) @deeper() #0 {
  %p = call spir_func ptr addrspace(4) @deep()
  ret ptr addrspace(4) %p
}
define internal spir_func ptr addrspace(4) @deep() #0 {
  %p = call spir_func ptr addrspace(3) @_Z36__sycl_dynamicLocalMemoryPlaceholderm(i64 16)
  %q = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
  ret ptr addrspace(4) %q
}
declare spir_func ptr addrspace(3) @_Z36__sycl_dynamicLocalMemoryPlaceholderm(i64)
attributes #0 = { noinline optnone }
!0 = !{i32 0}
!1 = !{!"int"}
!2 = !{!3}
!3 = !{}
