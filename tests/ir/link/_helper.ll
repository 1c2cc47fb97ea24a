
define spir_func i32 @helper(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
define spir_func i32 @weak() {
  ret i32 2
}
define spir_func void @_Z3foov() {
  ret void
}
