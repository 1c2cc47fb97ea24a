; device_has as a property is an attribute; a kernel is a wrapper, so what is told about it is told about the function it
; calls first. Where that one says the same itself, it is told once.
; RUN: sybil opt --passes=propagate-aspects -S %s -o /dev/null
; CHECK: warning: function 'body' uses aspect 'fp64' not listed in its 'device_has' property
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: wrapper()
; CHECK-NEXT: body()
; CHECK-NEXT: note: compile with '-g'
; CHECK: warning: function 'body2' uses aspect 'fp64' not listed in its 'device_has' property
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: body2()
; CHECK-NEXT: note: compile with '-g'
; CHECK: warning: function 'alone' uses aspect 'fp64' not listed in its 'device_has' property
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: alone()
; CHECK-NEXT: note: compile with '-g'
; CHECK-NOT: warning

declare void @llvm.donothing()

define spir_kernel void @wrapper() #0 {
  call void @llvm.donothing()
  call void @body()
  ret void
}

define internal void @body() {
  %x = fadd double 1.0, 2.0
  ret void
}

define spir_kernel void @wrapper2() #0 {
  call void @body2()
  ret void
}

define internal void @body2() #0 {
  %x = fadd double 1.0, 2.0
  ret void
}

define spir_kernel void @alone() #0 {
  %x = fadd double 1.0, 2.0
  ret void
}

define spir_kernel void @fine() #1 {
  call void @body()
  ret void
}

attributes #0 = { "sycl-device-has"="5,9" }
attributes #1 = { "sycl-device-has"="5,6" }
