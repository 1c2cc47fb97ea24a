; Values that cannot be read are left out, with a warning.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s 2>%t) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s 2>%t)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
@g = addrspace(1) global i32 0 #0
@h = addrspace(1) global i32 0 #1
attributes #0 = { "sycl-device-global-size"="4" "sycl-unique-id"="id" "sycl-host-access"="4" "sycl-init-mode"="" }
attributes #1 = { "sycl-num-banks"="4294967296" "sycl-word-size"="-1" "sycl-cache-read-hint"="0x10000000" "sycl-cache-write-hint"="16" "sycl-prefetch-hint"="4" }

; CHECK: @g = addrspace(1) global i32 0, !spirv.Decorations [[G:![0-9]+]]
; CHECK: @h = addrspace(1) global i32 0 #
; CHECK: [[G]] = !{[[D:![0-9]+]]}
; CHECK: [[D]] = !{i32 6147, i32 2, !"id"}
; CHECK: variable 'g': 'sycl-host-access' {{.*}} [-Wproperty-value]
; CHECK: variable 'g': 'sycl-init-mode' {{.*}} [-Wproperty-value]
; CHECK: variable 'h': 'sycl-cache-read-hint' {{.*}} [-Wproperty-value]
; CHECK: variable 'h': 'sycl-cache-write-hint' {{.*}} [-Wproperty-value]
; CHECK: variable 'h': 'sycl-num-banks' {{.*}} [-Wproperty-value]
; CHECK: variable 'h': 'sycl-prefetch-hint' {{.*}} [-Wproperty-value]
; CHECK: variable 'h': 'sycl-word-size' {{.*}} [-Wproperty-value]
