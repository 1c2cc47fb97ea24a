; A caller of virtual functions uses what every function of its sets uses; taking an address means nothing.
; RUN: sybil opt --passes=propagate-aspects -S %s
; RUN: sed s/sycl_/intel_/g %s | sybil opt --passes=propagate-aspects --dialect=spec -S -
; CHECK: define spir_kernel void @one(){{.*}} !sycl_used_aspects [[A:![0-9]+]] !sycl_fixed_targets
; CHECK: define spir_kernel void @two(){{.*}} !sycl_used_aspects [[B:![0-9]+]] !sycl_fixed_targets
; CHECK: define spir_kernel void @constructs(ptr %p){{.*}} !sycl_fixed_targets
; CHECK: define spir_kernel void @nobody(){{.*}} !sycl_fixed_targets
; CHECK: [[A]] = !{i32 5, i32 7}
; CHECK: [[B]] = !{i32 5, i32 6, i32 7}
; CHECK: define spir_kernel void @one(){{.*}} !intel_used_aspects [[C:![0-9]+]] !intel_fixed_targets
; CHECK: define spir_kernel void @two(){{.*}} !intel_used_aspects [[D:![0-9]+]] !intel_fixed_targets
; CHECK: [[C]] = !{i32 5, i32 7}
; CHECK: [[D]] = !{i32 5, i32 6, i32 7}

@vtable = global { ptr } { ptr @v6 }

define spir_kernel void @one() #0 {
  ret void
}

define spir_kernel void @two() #1 {
  ret void
}

define spir_kernel void @constructs(ptr %p) {
  store ptr @vtable, ptr %p
  ret void
}

define spir_kernel void @nobody() #5 {
  ret void
}

define internal void @v5() #2 !sycl_used_aspects !5 {
  ret void
}

define internal void @v6() #3 !sycl_used_aspects !6 {
  ret void
}

define internal void @v7() #4 !sycl_used_aspects !7 {
  ret void
}

attributes #0 = { "calls-indirectly"="set-a" }
attributes #1 = { "calls-indirectly"="set-b,set-a" }
attributes #2 = { "indirectly-callable"="set-a" }
attributes #3 = { "indirectly-callable"="set-b" }
attributes #4 = { "indirectly-callable"="set-c,set-a" }
attributes #5 = { "calls-indirectly"="set-nobody" }
!5 = !{i32 5}
!6 = !{i32 6}
!7 = !{i32 7}
