; The same with opaque pointers.
; RUN: sybil opt --passes=propagate-aspects -S %s
; RUN: sed s/sycl_/intel_/g %s | sybil opt --passes=propagate-aspects --dialect=spec -S -
; CHECK: define void @direct(){{.*}} !sycl_used_aspects [[A:![0-9]+]] {
; CHECK: define void @deep(){{.*}} !sycl_used_aspects [[A]] {
; CHECK: define void @both(){{.*}} !sycl_used_aspects [[B:![0-9]+]] {
; CHECK: define void @vector(){{.*}} !sycl_used_aspects [[C:![0-9]+]] {
; CHECK: define void @array(){{.*}} !sycl_used_aspects [[C]] {
; CHECK: define void @literal(){{.*}} !sycl_used_aspects [[C]] {
; CHECK: define void @pointer() {
; CHECK: define void @pointer_to_array() {
; CHECK: define void @not_listed() {
; CHECK: [[A]] = !{i32 5}
; CHECK: [[B]] = !{i32 5, i32 9}
; CHECK: [[C]] = !{i32 6}
; CHECK: define void @direct(){{.*}} !intel_used_aspects [[D:![0-9]+]] {
; CHECK: define void @deep(){{.*}} !intel_used_aspects [[D]] {
; CHECK: define void @both(){{.*}} !intel_used_aspects [[E:![0-9]+]] {
; CHECK: define void @vector(){{.*}} !intel_used_aspects [[F:![0-9]+]] {
; CHECK: define void @pointer() {
; CHECK: [[D]] = !{i32 5}
; CHECK: [[E]] = !{i32 5, i32 9}
; CHECK: [[F]] = !{i32 6}

%class.half = type { i16 }
%class.other = type { i32 }
%class.plain = type { i32 }
%A = type { i32, [4 x %B] }
%B = type { %C, i8 }
%C = type { [2 x [3 x %class.half]] }
%P = type { ptr, ptr }

define void @direct() {
  %x = alloca %class.half
  ret void
}

define void @deep() {
  %x = alloca %A
  ret void
}

define void @both() {
  %x = alloca %class.other
  ret void
}

define void @vector() {
  %x = alloca <4 x double>
  ret void
}

define void @array() {
  %x = alloca [3 x [4 x double]]
  ret void
}

define void @literal() {
  %x = alloca { i32, { double } }
  ret void
}

define void @pointer() {
  %x = alloca %P
  ret void
}

define void @pointer_to_array() {
  %x = alloca [4 x ptr]
  ret void
}

define void @not_listed() {
  %x = alloca %class.plain
  ret void
}

!sycl_types_that_use_aspects = !{!0, !1, !2}
!0 = !{!"class.half", i32 5}
!1 = !{!"class.other", i32 9, i32 5}
!2 = !{!"class.nowhere", i32 77}
