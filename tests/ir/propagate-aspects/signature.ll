; Return and argument types count as used by the function, also by one that is only declared.
; RUN: sybil opt --passes=propagate-aspects -S %s
; CHECK: define double @returns(){{.*}} !sycl_used_aspects [[A:![0-9]+]] {
; CHECK: define void @takes({ i32, double } %x){{.*}} !sycl_used_aspects [[A]] {
; CHECK: declare !sycl_used_aspects [[A]] double @external(double)
; CHECK: define void @address(ptr %x) {
; CHECK: [[A]] = !{i32 6}

define double @returns() {
  ret double undef
}

define void @takes({ i32, double } %x) {
  ret void
}

declare double @external(double)

define void @address(ptr %x) {
  ret void
}
