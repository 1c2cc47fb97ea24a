; Interfaces, clusters, single tasks.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties -S %s | sed s/spir64_fpga/spir64/ | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64_fpga-unknown-unknown"
define spir_kernel void @a() #0 {
  ret void
}
define spir_kernel void @b() #1 {
  ret void
}
define spir_kernel void @c() #2 {
  ret void
}
define spir_kernel void @d() #3 {
  ret void
}
attributes #0 = { "sycl-streaming-interface"="1" "sycl-fpga-cluster"="0" "sycl-single-task" }
attributes #1 = { "sycl-streaming-interface"="0" "sycl-fpga-cluster"="1" }
attributes #2 = { "sycl-register-map-interface"="1" }
attributes #3 = { "sycl-register-map-interface"="0" }

; CHECK: @a() #0 !stall_free [[ON:![0-9]+]] !max_global_work_dim [[ZERO:![0-9]+]] !ip_interface [[A:![0-9]+]] {
; CHECK: @b() #1 !stall_enable [[ON]] !ip_interface [[B:![0-9]+]] {
; CHECK: @c() #2 !ip_interface [[C:![0-9]+]] {
; CHECK: @d() #3 !ip_interface [[D:![0-9]+]] {
; CHECK: [[ON]] = !{i32 1}
; CHECK: [[ZERO]] = !{i32 0}
; CHECK: [[A]] = !{!"streaming", !"stall_free_return"}
; CHECK: [[B]] = !{!"streaming"}
; CHECK: [[C]] = !{!"csr", !"wait_for_done_write"}
; CHECK: [[D]] = !{!"csr"}
