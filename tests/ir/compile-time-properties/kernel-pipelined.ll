; Below 0 enabled, 0 disabled, above 0 enabled with an initiation interval.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
define spir_kernel void @enabled() #0 {
  ret void
}
define spir_kernel void @disabled() #1 {
  ret void
}
define spir_kernel void @interval() #2 {
  ret void
}
attributes #0 = { "sycl-pipelined"="-1" }
attributes #1 = { "sycl-pipelined"="0" }
attributes #2 = { "sycl-pipelined"="4" }

; CHECK: @enabled() #0 !spirv.Decorations [[ENABLED:![0-9]+]] {
; CHECK: @disabled() #1 !spirv.Decorations [[DISABLED:![0-9]+]] {
; CHECK: @interval() #2 !spirv.Decorations [[INTERVAL:![0-9]+]] {
; CHECK: [[ENABLED]] = !{[[ON:![0-9]+]]}
; CHECK: [[ON]] = !{i32 5919, i32 1}
; CHECK: [[DISABLED]] = !{[[OFF:![0-9]+]]}
; CHECK: [[OFF]] = !{i32 5919, i32 0}
; CHECK: [[INTERVAL]] = !{[[ON]], [[FOUR:![0-9]+]]}
; CHECK: [[FOUR]] = !{i32 5917, i32 4}
