; Sizes are reversed, as wide as a pointer, and three; the number of dimensions is kept.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
define spir_kernel void @three() #0 {
  ret void
}
define spir_kernel void @two() #1 {
  ret void
}
define spir_kernel void @one() #2 {
  ret void
}
attributes #0 = { "sycl-work-group-size"="2,4,8" }
attributes #1 = { "sycl-work-group-size"="32, 16" }
attributes #2 = { "sycl-work-group-size"="64" }

; CHECK: @three() {{.*}}!reqd_work_group_size [[THREE:![0-9]+]] !work_group_num_dim [[NUM3:![0-9]+]]
; CHECK: @two() {{.*}}!reqd_work_group_size [[TWO:![0-9]+]] !work_group_num_dim [[NUM2:![0-9]+]]
; CHECK: @one() {{.*}}!reqd_work_group_size [[ONE:![0-9]+]] !work_group_num_dim [[NUM1:![0-9]+]]
; CHECK: [[THREE]] = !{i64 8, i64 4, i64 2}
; CHECK: [[NUM3]] = !{i32 3}
; CHECK: [[TWO]] = !{i64 16, i64 32, i64 1}
; CHECK: [[NUM2]] = !{i32 2}
; CHECK: [[ONE]] = !{i64 64, i64 1, i64 1}
; CHECK: [[NUM1]] = !{i32 1}
