define spir_func void @unused() {
  ret void
}
