; Each call is a variable, once always-inline functions are inlined; a function that stays one has one. Twice changes nothing.
; RUN: sybil opt --passes=allocate-local %s -S -o once.ll; sybil opt --passes=allocate-local once.ll -S -o twice.ll; cmp once.ll twice.ll; cat once.ll
; CHECK: @[[A:sybil.local]] = internal addrspace(3) global [64 x i8] undef, align 4
; CHECK: @[[B:sybil.local.[0-9]+]] = internal addrspace(3) global [64 x i8] undef, align 4
; CHECK: @[[C:sybil.local.[0-9]+]] = internal addrspace(3) global [1 x i8] undef, align 16
; CHECK-NOT: __sycl_allocateLocalMemory
; CHECK: define spir_kernel void @k(
; CHECK: store i32 1, ptr addrspace(3) @[[B]]
; CHECK: store i32 2, ptr addrspace(3) @[[A]]
; CHECK: define {{.*}}@stays(
; CHECK: addrspacecast ptr addrspace(3) @[[C]] to ptr addrspace(4)
; CHECK-NOT: __sycl_allocateLocalMemory
target triple = "spir64-unknown-unknown"

declare spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64, i64)

define spir_kernel void @k() {
  %a = call spir_func ptr addrspace(3) @template()
  store i32 1, ptr addrspace(3) %a
  %b = call spir_func ptr addrspace(3) @template()
  store i32 2, ptr addrspace(3) %b
  %c = call spir_func ptr addrspace(4) @stays()
  %d = call spir_func ptr addrspace(4) @stays()
  ret void
}
define internal spir_func ptr addrspace(3) @template() alwaysinline {
  %p = call spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64 64, i64 4)
  ret ptr addrspace(3) %p
}
define internal spir_func ptr addrspace(4) @stays() noinline {
  %p = call spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64 0, i64 16)
  %q = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
  ret ptr addrspace(4) %q
}
