; Kernels share an image if all that they call requires the same: 'plain' runs where the others do not, although they declare
; nothing. An image does not require what functions that it imports do.
; RUN: sybil post-link --emit-only-kernels-as-entry-points --properties -Wno-sycl-external %s -o a.table; cat a.table; for i in 0 1 2 3 4; do sybil show a_$i.prop | grep -E 'aspects|reqd|fixed'; done
; RUN: sybil post-link --emit-only-kernels-as-entry-points --properties --symbols -Wno-sycl-external %s -o b.table; cat b_?.sym
; RUN: sybil post-link --allow-device-image-dependencies --split=off --plan %s | grep entry
; CHECK: a_4.bc
; CHECK-NEXT: aspects: fp16
; CHECK-NEXT: aspects: gpu
; CHECK-NEXT: aspects: (none)
; CHECK-NEXT: reqd_sub_group_size: 8
; CHECK-NEXT: aspects: (none)
; CHECK-NEXT: fixed_target: cpu
; CHECK-NEXT: aspects: (none)
; CHECK-NEXT: half
; CHECK-NEXT: declared
; CHECK-NEXT: size
; CHECK-NEXT: fixed
; CHECK-NEXT: plain
; CHECK: entry points: h
; CHECK-NEXT: entry points: d
; CHECK-NEXT: entry points: size
; CHECK-NEXT: entry points: fixed
; CHECK-NEXT: entry points: half, declared, plain
target triple = "spir64-unknown-unknown"
define spir_kernel void @half() #0 {
  call spir_func void @between()
  ret void
}
define spir_kernel void @size() #0 {
  call spir_func void @s()
  ret void
}
define spir_kernel void @declared() #0 {
  call spir_func void @d()
  ret void
}
define spir_kernel void @fixed() #0 {
  call spir_func void @f()
  ret void
}
define spir_kernel void @plain() #0 {
  call spir_func void @recursive()
  ret void
}
define internal spir_func void @between() {
  call spir_func void @h()
  call spir_func void @recursive()
  ret void
}
define spir_func void @h() #1 !sycl_used_aspects !0 {
  ret void
}
define internal spir_func void @s() !intel_reqd_sub_group_size !2 {
  ret void
}
define spir_func void @d() #1 !sycl_declared_aspects !1 {
  ret void
}
define internal spir_func void @f() !intel_fixed_targets !3 {
  ret void
}
define internal spir_func void @recursive() {
  call spir_func void @recursive()
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
!0 = !{i32 5}
!1 = !{i32 2}
!2 = !{i32 8}
!3 = !{!"cpu"}
