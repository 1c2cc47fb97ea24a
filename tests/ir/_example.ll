; What the examples of sybil-opt(1) talk about: a kernel that calls a function that computes with double.
target triple = "spir64-unknown-unknown"

define spir_func double @twice(double %x) {
  %y = fadd double %x, %x
  ret double %y
}

define spir_kernel void @_ZTS4axpy(double %x) {
  %y = call spir_func double @twice(double %x)
  ret void
}
