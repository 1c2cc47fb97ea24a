; One use is one warning: about the function that brings the aspect in, not about those below that have it as well.
; RUN: sybil post-link --split=source --properties -j1 -o out.table %s 2>&1 | grep -o "function '.*' uses aspect '.*' not"
; RUN: sybil opt --passes=optimize -O2 %s -o opt.bc && sybil post-link --split=source --properties -j1 -o out.table opt.bc 2>&1 | grep -o "function '.*' uses aspect '.*' not"
; CHECK: function 'other' uses aspect 'fp16' not
; CHECK-NEXT: function 'f' uses aspect 'fp64' not
; CHECK-NEXT: function 'other' uses aspect 'fp16' not
; CHECK-NEXT: function 'f' uses aspect 'fp64' not
; CHECK-NOT: function

define spir_kernel void @k(ptr addrspace(1) %p) #0 {
  %x = call spir_func float @f(float 1.0)
  store float %x, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @k2(ptr addrspace(1) %p) #0 {
  %x = call spir_func float @f(float 2.0)
  store float %x, ptr addrspace(1) %p
  ret void
}
define spir_func float @f(float %x) #1 !sycl_used_aspects !0 {
  %d = call spir_func float @helper(float %x)
  %o = call spir_func float @other(float %d)
  ret float %o
}
define internal spir_func float @helper(float %x) !sycl_used_aspects !0 {
  %d = fpext float %x to double
  %s = call spir_func double @_Z4sqrtd(double %d)
  %f = fptrunc double %s to float
  ret float %f
}
declare !sycl_used_aspects !0 spir_func double @_Z4sqrtd(double)
define spir_func float @other(float %x) #2 !sycl_used_aspects !1 {
  %h = fptrunc float %x to half
  %d = fpext half %h to float
  %f = call spir_func float @helper(float %d)
  ret float %f
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
attributes #2 = { noinline "sycl-module-id"="c.cpp" }
!0 = !{i32 6}
!1 = !{i32 5, i32 6}
