; Typed pointers: the pointee is not used by holding its address; casts around a callee and a global are looked through.
; LLVM: 15
; RUN: sybil opt --passes=propagate-aspects -S %s
; CHECK: define internal void @f(double* %p) {
; CHECK: define spir_kernel void @cast(i8* %p){{.*}} !sycl_used_aspects [[A:![0-9]+]] !sycl_fixed_targets
; CHECK: define spir_kernel void @called(i8* %p){{.*}} !sycl_used_aspects [[B:![0-9]+]] !sycl_fixed_targets
; CHECK: [[B]] = !{i32 9}
; CHECK: [[A]] = !{i32 6}

@g = global [2 x double] zeroinitializer

define internal void @f(double* %p) {
  ret void
}

define internal void @nine(i32* %p) !sycl_used_aspects !0 {
  ret void
}

define spir_kernel void @cast(i8* %p) {
  %x = load i8, i8* bitcast ([2 x double]* @g to i8*)
  ret void
}

define spir_kernel void @called(i8* %p) {
  call void bitcast (void (i32*)* @nine to void (i8*)*)(i8* %p)
  ret void
}

!0 = !{i32 9}
