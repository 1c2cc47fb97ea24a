; Values that cannot be read: a warning each, no metadata.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s 2>%t) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s 2>%t)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(i32 "sycl-buffer-location"="here" %p) #0 {
  ret void
}
define spir_kernel void @l() #1 {
  ret void
}
define spir_kernel void @m() #2 {
  ret void
}
define spir_kernel void @n() #3 {
  ret void
}
attributes #0 = { "sycl-floating-point-control"="x" "sycl-fpga-cluster"="" "sycl-grf-size"="64" "sycl-max-linear-work-group-size"="-1" "sycl-max-work-group-size"="1,,2" "sycl-pipelined"="99999999999" "sycl-register-alloc-mode"="1e3" "sycl-streaming-interface"="yes" "sycl-sub-group-size"="18446744073709551616" "sycl-work-group-size"="1,2,3,4" "sycl-work-group-size-hint"="0,1" }
attributes #1 = { "sycl-work-group-size"="" "sycl-work-group-size-hint"="1," "sycl-max-work-group-size"="0x" "sycl-sub-group-size"="0" "sycl-grf-size"="-128" }
attributes #2 = { "sycl-floating-point-control"="3" "sycl-grf-size"="384" }
attributes #3 = { "sycl-floating-point-control"="1024" }

; CHECK: define spir_kernel void @k(i32 "sycl-buffer-location"="here" %p) #0 {
; CHECK: define spir_kernel void @l() #1 {
; CHECK-NOT: !spirv
; CHECK: warning: kernel 'k': 'sycl-floating-point-control' has the value 'x', expected {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'k': 'sycl-fpga-cluster' has the value '', expected {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'k': 'sycl-grf-size' has the value '64', expected {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'k': 'sycl-max-linear-work-group-size' has the value '-1', expected {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'k': 'sycl-max-work-group-size' has the value '1,,2', expected {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'k': 'sycl-pipelined' has the value '99999999999', expected {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'k': 'sycl-register-alloc-mode' has the value '1e3', expected {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'k': 'sycl-streaming-interface' has the value 'yes', expected {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'k': 'sycl-sub-group-size' has the value '18446744073709551616', expected {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'k': 'sycl-work-group-size' has the value '1,2,3,4', expected {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'k': 'sycl-work-group-size-hint' has the value '0,1', expected {{.*}} [-Wproperty-value]
; CHECK: kernel 'k', parameter 1: 'sycl-buffer-location' has the value 'here', expected {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'l': 'sycl-grf-size' has the value '-128', expected {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'l': 'sycl-max-work-group-size' has the value '0x', expected {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'l': 'sycl-sub-group-size' has the value '0', expected {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'l': 'sycl-work-group-size' has the value '', expected {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'l': 'sycl-work-group-size-hint' has the value '1,', expected {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'm': 'sycl-floating-point-control' has the value '3', expected a mask with at most one rounding mode {{.*}} [-Wproperty-value]
; CHECK: warning: kernel 'm': 'sycl-grf-size' has the value '384', expected 0, 128, 256 or 512; it is ignored [-Wproperty-value]
; CHECK: warning: kernel 'n': 'sycl-floating-point-control' has the value '1024', expected {{.*}} [-Wproperty-value]
