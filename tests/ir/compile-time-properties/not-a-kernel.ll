; Only kernels count; what is not in the table is ignored.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
define spir_func void @external() #0 {
  ret void
}
declare spir_kernel void @declared() #0
define spir_kernel void @kernel() #1 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" "sycl-work-group-size"="2" "sycl-pipelined"="1" }
attributes #1 = { "sycl-module-id"="a.cpp" "sycl-device-has"="1,2" "sycl-unheard-of"="3" "work-group-size"="4" nounwind }

; CHECK: define spir_func void @external() #0 {
; CHECK: declare spir_kernel void @declared() #0
; CHECK: define spir_kernel void @kernel() #1 {
; CHECK: "sycl-device-has"="1,2"
; CHECK-NOT: !
