; One group for the three warnings about SYCL_EXTERNAL functions; what was found is required all the same.
; RUN: sybil post-link --split=source --properties -Wno-sycl-external -o out.table %s
; RUN: cat out_0.prop
; CHECK-NOT: warning
; CHECK: aspects=2|gAAAAAAAAAgBAAAA

define spir_kernel void @k() #1 {
  call spir_func void @foo()
  ret void
}
define spir_func void @foo() #0 !sycl_used_aspects !0 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
!0 = !{i32 6}
