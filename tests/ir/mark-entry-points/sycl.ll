; SYCL says itself what may be called from outside.
; RUN: sybil opt --passes=mark-entry-points %s -S
; CHECK: define spir_func void @f() {
define spir_func void @f() {
  ret void
}
define spir_func void @g() #0 {
  ret void
}
attributes #0 = { "sycl-module-id"="b.cpp" }
