; Functions that are not static become entry points; declarations, copies and static ones do not. Twice changes nothing.
; RUN: sybil opt --passes=mark-entry-points %s -S -o once.ll; sybil opt --passes=mark-entry-points once.ll -S -o twice.ll; cmp once.ll twice.ll; cat once.ll
; CHECK: define spir_func void @shown() [[ID:#[0-9]+]]
; CHECK: define internal spir_func void @own() {
; CHECK: define linkonce_odr spir_func void @copy() {
; CHECK: declare spir_func void @other(){{$}}
; CHECK: define spir_kernel void @k() [[ID]]
; CHECK: attributes [[ID]] = { "sycl-module-id"="a.cl" }
source_filename = "a.cl"
define spir_func void @shown() {
  call spir_func void @own()
  call spir_func void @copy()
  call spir_func void @other()
  ret void
}
define internal spir_func void @own() {
  ret void
}
define linkonce_odr spir_func void @copy() {
  ret void
}
declare spir_func void @other()
define spir_kernel void @k() {
  ret void
}
