target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

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
