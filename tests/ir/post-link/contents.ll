; What an image has: what its entry points need, hidden; rows of metadata about functions it has.
; RUN: sybil post-link --split=kernel -S %s -o t.table && cat t_1.ll t_0.ll
; CHECK: @seen = addrspace(1) global
; CHECK: @table = internal addrspace(1) constant [1 x ptr] [ptr @helper]
; CHECK-NOT: @unused
; CHECK: declare void @undefined()
; CHECK: define internal spir_func void @helper()
; CHECK: define weak_odr spir_kernel void @k1()
; CHECK: !spirv.ExecutionMode = !{[[MODE:![0-9]+]]}
; CHECK: [[MODE]] = !{ptr @k1, i32 31}
; CHECK: @seen = addrspace(1) global
; CHECK-NOT: @table
; CHECK-NOT: @helper
; CHECK: define spir_kernel void @k2()
; CHECK: define internal spir_func void @external()
; CHECK-NOT: @k1
; CHECK: !spirv.ExecutionMode = !{[[OTHER:![0-9]+]]}
; CHECK: [[OTHER]] = !{ptr @k2, i32 32}
target triple = "spir64-unknown-unknown"
@seen = addrspace(1) global i32 0
@unused = internal addrspace(1) global i32 0
@table = internal addrspace(1) constant [1 x ptr] [ptr @helper]
@llvm.used = appending global [1 x ptr] [ptr @k1], section "llvm.metadata"
declare void @undefined()
define linkonce_odr spir_func void @helper() {
  call void @undefined()
  ret void
}
define weak_odr spir_kernel void @k1() {
  %p = load ptr, ptr addrspace(1) @table
  ret void
}
define spir_kernel void @k2() {
  call spir_func void @external()
  ret void
}
define spir_func void @external() {
  ret void
}
!spirv.ExecutionMode = !{!0, !1}
!0 = !{ptr @k1, i32 31}
!1 = !{ptr @k2, i32 32}
