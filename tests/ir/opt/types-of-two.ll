; Two modules have a type of one name, and only one of them says that it uses an aspect: in either order, only the kernel of
; that module gets it, also if the passes run later.
; RUN: sed -e '/types_that/d' -e 's/@k/@other/' %s >other.ll
; RUN: sybil opt --passes=propagate-aspects -S %s other.ll | grep -E 'define|types|i32 5'
; RUN: sybil opt --passes=propagate-aspects -S other.ll %s | grep -E 'define|types|i32 5'
; RUN: sybil opt --passes= %s other.ll -o both.bc && sybil opt --passes=propagate-aspects -S both.bc | grep -E 'define|types|i32 5'
; CHECK: define spir_kernel void @k() !sycl_used_aspects [[A:![0-9]+]] !sycl_fixed_targets
; CHECK-NEXT: define spir_kernel void @other() !sycl_fixed_targets
; CHECK-NEXT: [[A]] = !{i32 5}
; CHECK-NEXT: define spir_kernel void @other() !sycl_fixed_targets
; CHECK-NEXT: define spir_kernel void @k() !sycl_used_aspects [[B:![0-9]+]] !sycl_fixed_targets
; CHECK-NEXT: [[B]] = !{i32 5}
; CHECK-NEXT: define spir_kernel void @k() !sycl_used_aspects [[C:![0-9]+]] !sycl_fixed_targets
; CHECK-NEXT: define spir_kernel void @other() !sycl_fixed_targets
; CHECK-NEXT: [[C]] = !{i32 5}
target triple = "spir64-unknown-unknown"
%"struct.A" = type { i32 }
define spir_kernel void @k() {
  %x = alloca %"struct.A"
  ret void
}
!sycl_types_that_use_aspects = !{!0}
!0 = !{!"struct.A", i32 5}
