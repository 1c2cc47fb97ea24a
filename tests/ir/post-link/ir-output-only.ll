; One module is written, without what its entry points do not need: kernels alone with -emit-only-kernels-as-entry-points. With
; -split=none everything stays.
; RUN: sycl-post-link -ir-output-only -split=auto -emit-only-kernels-as-entry-points -S %s -o auto.ll && grep -h ^define auto.ll
; RUN: sycl-post-link -ir-output-only -split=auto -S %s -o all.ll && grep -h ^define all.ll
; RUN: sycl-post-link -ir-output-only -split=none -emit-only-kernels-as-entry-points -S %s -o none.ll && grep -h ^define none.ll
; CHECK: define spir_kernel void @k1()
; CHECK: define internal spir_func void @used()
; CHECK: define spir_kernel void @k2()
; CHECK-NOT: @extra
; CHECK: define spir_kernel void @k1()
; CHECK: define spir_func void @used()
; CHECK: define spir_func void @extra()
; CHECK: define spir_kernel void @k1()
; CHECK: define spir_func void @used()
; CHECK: define spir_func void @extra()
target triple = "spir64-unknown-unknown"
define spir_kernel void @k1() #0 {
  call spir_func void @used()
  ret void
}
define spir_func void @used() #0 {
  ret void
}
define spir_func void @extra() #0 {
  ret void
}
define spir_kernel void @k2() #1 !sycl_used_aspects !0 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
!0 = !{i32 6}
