; A name that no property can have.
; DESCRIBE: kernel-names only=a=b
; ! no property can be named after 'a=b' [props-unwritable]

define spir_kernel void @"a=b"() {
  ret void
}
