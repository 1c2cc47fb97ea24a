; With emulation of conversions double is free where it is only moved or converted.
; RUN: sybil opt --passes=propagate-aspects --fp64-conversion-emulation -S %s
; RUN: sybil opt --passes=propagate-aspects --dialect=spec -S %s
; CHECK: define double @moves(ptr %p, double %x, float %f, i32 %i, { double } %s) {
; CHECK: define void @adds(){{.*}} !sycl_used_aspects [[A:![0-9]+]] {
; CHECK: define void @negates(ptr %p){{.*}} !sycl_used_aspects [[A]] {
; CHECK: define void @selects(ptr %p, i1 %b){{.*}} !sycl_used_aspects [[A]] {
; CHECK: define void @calls_defined(ptr %p) {
; CHECK: define void @calls_declared(ptr %p){{.*}} !sycl_used_aspects [[A]] {
; CHECK: define void @listed(){{.*}} !sycl_used_aspects [[A]] {
; CHECK: define void @stated(ptr %p){{.*}} !sycl_used_aspects [[A]] {
; CHECK: [[A]] = !{i32 6}
; CHECK: define double @moves(ptr %p, double %x, float %f, i32 %i, { double } %s){{.*}} !intel_used_aspects
; CHECK: define void @calls_defined(ptr %p){{.*}} !intel_used_aspects

%listed = type { double }

define double @moves(ptr %p, double %x, float %f, i32 %i, { double } %s) {
entry:
  %a = alloca double
  %g = getelementptr double, ptr %p, i64 1
  %l = load double, ptr %g
  store double %x, ptr %a
  %e = fpext float %f to double
  %t = fptrunc double %e to float
  %si = fptosi double %x to i32
  %ui = fptoui double %x to i32
  %is = sitofp i32 %i to double
  %iu = uitofp i32 %i to double
  %c = fcmp olt double %x, %l
  br i1 %c, label %then, label %done

then:
  br label %done

done:
  %phi = phi double [ %x, %entry ], [ %l, %then ]
  %v = extractvalue { double } %s, 0
  %w = insertvalue { double } %s, double %v, 0
  ret double %phi
}

define void @adds() {
  %x = fadd double 1.0, 2.0
  ret void
}

define void @negates(ptr %p) {
  %x = load double, ptr %p
  %y = fneg double %x
  ret void
}

define void @selects(ptr %p, i1 %b) {
  %x = load double, ptr %p
  %y = select i1 %b, double %x, double 1.0
  ret void
}

define void @calls_defined(ptr %p) {
  %x = call double @moves(ptr %p, double 1.0, float 1.0, i32 1, { double } zeroinitializer)
  ret void
}

declare double @sqrt(double)

define void @calls_declared(ptr %p) {
  %x = call double @sqrt(double 1.0)
  ret void
}

define void @listed() {
  %x = alloca %listed
  ret void
}

define void @stated(ptr %p) {
  %x = load double, ptr %p, !sycl_used_aspects !1
  ret void
}

!sycl_types_that_use_aspects = !{!0}
!0 = !{!"listed", i32 6}
!1 = !{i32 6}
