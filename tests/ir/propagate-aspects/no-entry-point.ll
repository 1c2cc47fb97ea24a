; The result does not depend on an entry point being there.
; RUN: sybil opt --passes=propagate-aspects -S %s
; CHECK: define void @top(){{.*}} !sycl_used_aspects [[A:![0-9]+]] {
; CHECK: define void @f(){{.*}} !sycl_used_aspects [[A]] {
; CHECK: define void @unused() {
; CHECK: [[A]] = !{i32 6}

define void @top() {
  call void @f()
  ret void
}

define void @f() {
  %x = alloca double
  ret void
}

define void @unused() {
  ret void
}
