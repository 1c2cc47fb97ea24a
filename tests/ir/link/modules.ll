; Several modules are linked: definitions meet declarations, weak ones give way, what is missing stays declared.
; RUN: sybil opt %s %S/_helper.ll -S
; CHECK: define spir_kernel void @k(
; CHECK: call spir_func i32 @helper(
; CHECK: declare spir_func void @nowhere()
; CHECK: define spir_func i32 @helper(i32 %x)
; CHECK: define spir_func i32 @weak()
; CHECK-NEXT: ret i32 2

define spir_kernel void @k() {
  %a = call spir_func i32 @helper(i32 1)
  %b = call spir_func i32 @weak()
  call spir_func void @nowhere()
  ret void
}
declare spir_func i32 @helper(i32)
define weak spir_func i32 @weak() {
  ret i32 1
}
declare spir_func void @nowhere()
