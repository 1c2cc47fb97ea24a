; Single tasks say so for FPGA targets only (kernel-fpga.ll): Intel's CPU runtime refuses the SPIR-V extension that states it.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: sed 's/^target triple = .*/target triple = "spir64_x86_64-unknown-unknown"/' %s | sybil opt --passes=compile-time-properties -S -
target triple = "spir64-unknown-unknown"
define spir_kernel void @k() #0 {
  ret void
}
attributes #0 = { "sycl-single-task" }

; CHECK-NOT: max_global_work_dim
; CHECK: target triple = "spir64-unknown-unknown"
; CHECK-NOT: max_global_work_dim
; CHECK: define spir_kernel void @k() #0 {
; CHECK: target triple = "spir64_x86_64-unknown-unknown"
; CHECK-NOT: max_global_work_dim
; CHECK: define spir_kernel void @k() #0 {
