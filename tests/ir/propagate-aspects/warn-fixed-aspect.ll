; An aspect that one of the fixed targets lacks, told where it is used, with the calls from an entry point. A target that
; may support other aspects lacks none; one that is an aspect's name says nothing.
; RUN: sybil opt --passes=propagate-aspects --device-config=%S/_devices.yaml --fixed-targets=small,tiny,open,gpu -S %s -o /dev/null
; RUN: sed s/sycl_/intel_/g %s | sybil opt --passes=propagate-aspects --dialect=spec --device-config=%S/_devices.yaml --fixed-targets=small -S - -o /dev/null
; RUN: sybil opt --passes=propagate-aspects --device-config=%S/_devices.yaml --fixed-targets=open -S %s -o /dev/null
; RUN: sybil opt --passes=propagate-aspects --device-config=%S/_devices.yaml --fixed-targets=tiny -Wno-fixed-targets -S %s -o /dev/null
; CHECK: warning: function 'leaf' uses aspect 'fp16', which fixed target 'tiny' lacks [-Wfixed-targets-aspect]
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: k()
; CHECK-NEXT: middle()
; CHECK-NEXT: leaf()
; CHECK-NEXT: note: compile with '-g' to get source location
; CHECK-NEXT: warning: function 'leaf' uses aspect 'fp64', which fixed targets 'small', 'tiny' lack
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: k()
; CHECK-NEXT: middle()
; CHECK-NEXT: leaf()
; CHECK-NEXT: note: compile with '-g'
; CHECK-NEXT: warning: function 'declares' declares aspect 'image', which fixed targets 'small', 'tiny' lack
; CHECK-NEXT: note: compile
; CHECK-NEXT: warning: function 'leaf' uses aspect 'fp64', which fixed target 'small' lacks
; CHECK: warning: function 'declares' declares aspect 'image', which fixed target 'small' lacks
; CHECK-NOT: warning

define spir_kernel void @k() {
  call void @middle()
  ret void
}

define internal void @middle() {
  call void @leaf()
  ret void
}

define internal void @leaf() !sycl_used_aspects !0 {
  %x = fadd double 1.0, 2.0
  ret void
}

define internal void @declares() !sycl_declared_aspects !1 {
  ret void
}

!0 = !{i32 5}
!1 = !{i32 9}
