; A use of an aspect that device_has does not list, with the calls that lead to it. Without -g there are no places.
; RUN: sybil opt --passes=propagate-aspects -S %s -o /dev/null
; RUN: sed s/sycl_/intel_/g %s | sybil opt --passes=propagate-aspects --dialect=spec -S - -o /dev/null
; CHECK: warn-chain.ll: warning: function 'foo()' uses aspect 'fp64' not listed in 'sycl::device_has' [-Waspect-not-declared]
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: foo()
; CHECK-NEXT: bar(int)
; CHECK-NEXT: boo()
; CHECK-NEXT: note: compile with '-g' to get source location
; CHECK: warning: function 'foo()' uses aspect 'fp64' not listed in 'sycl::device_has' [-Waspect-not-declared]
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: foo()
; CHECK-NEXT: bar(int)
; CHECK-NEXT: boo()
; CHECK-NEXT: note: compile with '-g' to get source location
; CHECK-NOT: warning

define spir_kernel void @k() {
  call void @_Z3foov()
  ret void
}

define internal void @_Z3foov() !sycl_declared_aspects !0 {
  %x = alloca i32, !sycl_used_aspects !0
  call void @_Z3bari(i32 1)
  ret void
}

define internal void @_Z3bari(i32 %x) {
  call void @_Z3boov()
  ret void
}

define internal void @_Z3boov() {
  %x = fadd double 1.0, 2.0
  ret void
}

!0 = !{i32 5}
