; Every problem is told, with both places and readable names, before anything is linked.
; RUN: sybil opt %s %S/_helper.ll -S
; EXIT: 1
; CHECK-NOT: define
; CHECK: error: helper is used in {{.*}}problems.ll with another type than its definition in {{.*}}_helper.ll has [link-type]
; CHECK: error: weak is defined in {{.*}}problems.ll and in {{.*}}_helper.ll [link-duplicate]
; CHECK: error: _Z3foov (foo()) is defined in {{.*}}problems.ll and in {{.*}}_helper.ll [link-duplicate]

define spir_func void @user() {
  %a = call spir_func i64 @helper(i64 1)
  ret void
}
declare spir_func i64 @helper(i64)
define spir_func i32 @weak() {
  ret i32 1
}
define spir_func void @_Z3foov() {
  ret void
}
