; Hint and limits of the work-group, the sub-group size.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
define spir_kernel void @k() #0 {
  ret void
}
attributes #0 = { "sycl-max-linear-work-group-size"="64" "sycl-max-work-group-size"="8,4,2" "sycl-sub-group-size"="16" "sycl-work-group-size-hint"="4,2" }

; CHECK: define spir_kernel void @k() #0 !max_linear_work_group_size [[LINEAR:![0-9]+]] !max_work_group_size [[MAX:![0-9]+]] !intel_reqd_sub_group_size [[SUB:![0-9]+]] !work_group_size_hint [[HINT:![0-9]+]] {
; CHECK: [[LINEAR]] = !{i64 64}
; CHECK: [[MAX]] = !{i64 2, i64 4, i64 8}
; CHECK: [[SUB]] = !{i32 16}
; CHECK: [[HINT]] = !{i64 2, i64 4, i64 1}
