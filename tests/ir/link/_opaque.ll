define spir_func void @opaque(ptr %p) {
  store i32 1, ptr %p
  ret void
}
