; What nothing uses goes: functions that every module may have a copy of, with those that they alone call, and device globals
; that only a list for the compiler mentions. Kernels stay, and what other images may want.
; RUN: for s in none source; do sybil post-link --split=$s -S --properties --symbols --device-globals %s -o t.table && cat t.table t_0.ll t_0.sym t_0.prop; done
; RUN: sybil post-link --split=none -S --properties --emit-exported-symbols --allow-device-image-dependencies %s -o u.table && grep -A9 exported u_0.prop && grep '^@' u_0.ll
; CHECK: t_0.ll|t_0.prop|t_0.sym
; CHECK-NOT: @lone
; CHECK: @kept = addrspace(1) global
; CHECK-NOT: llvm.compiler.used
; CHECK-NOT: @unused
; CHECK: define linkonce_odr spir_kernel void @k()
; CHECK-NOT: @unused
; CHECK: define {{linkonce_odr|internal}} spir_func void @called()
; CHECK-NOT: @unused
; CHECK: [SYCL/device globals]
; CHECK-NEXT: kept_id=
; CHECK-NOT: lone_id
; CHECK: t_0.ll|t_0.prop|t_0.sym
; CHECK-NOT: t_1
; CHECK-NOT: unused
; CHECK: define linkonce_odr spir_kernel void @k()
; CHECK-NOT: unused
; CHECK: kept_id=
; CHECK-NOT: lone_id
; CHECK: [SYCL/exported symbols]
; CHECK: kept=1|1
; CHECK: lone=1|1
; CHECK-NOT: scoped=
; CHECK: @lone =
; CHECK-NOT: @scoped =
target triple = "spir64-unknown-unknown"
%dg = type { i32 }
@kept = addrspace(1) global %dg zeroinitializer #1
@lone = addrspace(1) global %dg zeroinitializer #2
@scoped = addrspace(1) global %dg zeroinitializer #3
@llvm.compiler.used = appending global [3 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr addrspace(1) @kept to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @lone to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @scoped to ptr addrspace(4))], section "llvm.metadata"
define linkonce_odr spir_kernel void @k() #0 {
  store i32 1, ptr addrspace(1) @kept
  call spir_func void @called()
  ret void
}
define linkonce_odr spir_func void @called() {
  ret void
}
define linkonce_odr spir_func void @unused() #4 {
  call spir_func void @unused_too()
  call spir_func void @unused_inside()
  ret void
}
define linkonce_odr spir_func void @unused_too() {
  ret void
}
define internal spir_func void @unused_inside() {
  %p = alloca ptr
  store ptr @unused_again, ptr %p
  ret void
}
define linkonce_odr spir_func void @unused_again() {
  call spir_func void @unused_inside()
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-unique-id"="kept_id" }
attributes #2 = { "sycl-device-global-size"="4" "sycl-unique-id"="lone_id" }
attributes #3 = { "sycl-device-global-size"="4" "sycl-unique-id"="scoped_id" "sycl-device-image-scope" }
attributes #4 = { "sycl-module-id"="b.cpp" }
