; The body of a virtual function is in the image of its set, where no optimiser may drop it; those with the vtable declare
; it, and do not import it.
; RUN: sybil post-link --split=source -S %s -o t.table && cat t_0.ll t_1.ll
; RUN: sybil post-link --split=source --properties --emit-imported-symbols --emit-exported-symbols --allow-device-image-dependencies %s -o u.table && cat u_0.prop u_1.prop
; RUN: sybil post-link --split=none -S %s -o v.table && cat v_0.ll
; CHECK: @vtable = internal
; CHECK: define spir_kernel void @k()
; CHECK: declare spir_func void @foo() #{{[0-9]+}}
; CHECK: define spir_func void @foo()
; CHECK-NEXT: ret void
; CHECK: [SYCL/device requirements]
; CHECK-NOT: symbols
; CHECK: [SYCL/virtual functions]
; CHECK-NEXT: uses-virtual-functions-set=
; CHECK-NOT: symbols
; CHECK: virtual-functions-set=
; CHECK: define spir_func void @foo()
target triple = "spir64-unknown-unknown"
@vtable = internal addrspace(1) constant [1 x ptr] [ptr @foo]
define spir_kernel void @k() #0 {
  %p = load ptr, ptr addrspace(1) @vtable
  ret void
}
define linkonce_odr spir_func void @foo() #1 {
  ret void
}
attributes #0 = { "sycl-module-id"="b.cpp" "calls-indirectly"="s" }
attributes #1 = { "sycl-module-id"="a.cpp" "indirectly-callable"="s" }
