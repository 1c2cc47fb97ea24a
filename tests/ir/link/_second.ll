define spir_func i32 @second(i32 %x) {
  %y = call spir_func i32 @helper(i32 %x)
  ret i32 %y
}
declare spir_func i32 @helper(i32)
