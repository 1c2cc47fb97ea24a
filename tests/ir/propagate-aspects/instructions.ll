; What an instruction uses: result, operands, allocated type, stepped-through type, globals, function types, metadata.
; RUN: sybil opt --passes=propagate-aspects -S %s
; RUN: sed s/sycl_/intel_/g %s | sybil opt --passes=propagate-aspects --dialect=spec -S -
; CHECK: define void @result(ptr %p){{.*}} !sycl_used_aspects [[A:![0-9]+]] {
; CHECK: define void @operand(ptr %p){{.*}} !sycl_used_aspects [[A]] {
; CHECK: define void @allocated(){{.*}} !sycl_used_aspects [[A]] {
; CHECK: define void @stepped(ptr %p){{.*}} !sycl_used_aspects [[A]] {
; CHECK: define i32 @global(){{.*}} !sycl_used_aspects [[A]] {
; CHECK: define i32 @global_in_expression(){{.*}} !sycl_used_aspects [[A]] {
; CHECK: define void @global_in_aggregate(ptr %p){{.*}} !sycl_used_aspects [[A]] {
; CHECK: define ptr @stepped_in_expression(){{.*}} !sycl_used_aspects [[A]] {
; CHECK: define void @called_type(ptr %p){{.*}} !sycl_used_aspects [[A]] {
; CHECK: define void @compared(ptr %p){{.*}} !sycl_used_aspects [[A]] {
; CHECK: define void @metadata(){{.*}} !sycl_used_aspects [[B:![0-9]+]] {
; CHECK: define void @address_of_function(ptr %p) {
; CHECK: define void @nothing(ptr %p) {
; CHECK: [[A]] = !{i32 6}
; CHECK: [[B]] = !{i32 9, i32 18}
; CHECK: define void @result(ptr %p){{.*}} !intel_used_aspects [[C:![0-9]+]] {
; CHECK: define void @metadata(){{.*}} !intel_used_aspects [[D:![0-9]+]] {
; CHECK: define void @address_of_function(ptr %p) {
; CHECK: [[C]] = !{i32 6}
; CHECK: [[D]] = !{i32 9, i32 18}

@g = global double 1.0
@pair = global { i32, double } zeroinitializer
@floats = global [4 x float] zeroinitializer

define void @result(ptr %p) {
  %x = load double, ptr %p
  ret void
}

define void @operand(ptr %p) {
  store double 1.0, ptr %p
  ret void
}

define void @allocated() {
  %x = alloca double
  ret void
}

define void @stepped(ptr %p) {
  %x = getelementptr { i32, double }, ptr %p, i32 0, i32 0
  ret void
}

define i32 @global() {
  %x = load i32, ptr @g
  ret i32 %x
}

define i32 @global_in_expression() {
  %x = load i32, ptr getelementptr (i8, ptr @pair, i64 4)
  ret i32 %x
}

define void @global_in_aggregate(ptr %p) {
  store { i32, ptr } { i32 1, ptr @g }, ptr %p
  ret void
}

define ptr @stepped_in_expression() {
  ret ptr getelementptr ({ i32, double }, ptr @floats, i64 1, i32 1)
}

define void @called_type(ptr %p) {
  %f = load ptr, ptr %p
  call void %f(double undef)
  ret void
}

define void @compared(ptr %p) {
  %x = fcmp oeq double 1.0, 2.0
  ret void
}

define void @metadata() {
  fence seq_cst, !sycl_used_aspects !0
  ret void
}

define void @address_of_function(ptr %p) {
  store ptr @operand, ptr %p
  ret void
}

define void @nothing(ptr %p) {
  %x = load float, ptr getelementptr inbounds ([4 x float], ptr @floats, i64 0, i64 1)
  ret void
}

!0 = !{i32 18, i32 9}
