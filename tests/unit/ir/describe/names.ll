; A name that no property can have.
; DESCRIBE: kernel-names only=a=b
; ! 'a=b' cannot be the name of a property [props-unwritable]

define spir_kernel void @"a=b"() {
  ret void
}
