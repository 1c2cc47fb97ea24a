; Where pointers have 32 bits, sizes do.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s 2>%t) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s 2>%t)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32"
target triple = "spir-unknown-unknown"
define spir_kernel void @k() #0 {
  ret void
}
define spir_kernel void @too_large() #1 {
  ret void
}
attributes #0 = { "sycl-work-group-size"="2,4,8" "sycl-max-linear-work-group-size"="4294967295" }
attributes #1 = { "sycl-work-group-size"="4294967296" }

; CHECK: @k() {{.*}}!max_linear_work_group_size [[LINEAR:![0-9]+]] !reqd_work_group_size [[SIZE:![0-9]+]]
; CHECK: @too_large()
; CHECK-NOT: !
; CHECK: {
; CHECK: [[LINEAR]] = !{i32 -1}
; CHECK: [[SIZE]] = !{i32 8, i32 4, i32 2}
; CHECK: [-Wproperty-value]
