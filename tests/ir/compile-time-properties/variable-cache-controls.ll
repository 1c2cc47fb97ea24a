; Modes and levels of caches: loads and stores number modes differently.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
@read = addrspace(1) global i32 0 #0
@write = addrspace(1) global i32 0 #1
attributes #0 = { "sycl-cache-read-hint"="0x84020" "sycl-cache-read-assertion"="0x1000" }
attributes #1 = { "sycl-cache-write-hint"="0x8400201" }

; CHECK: @read = {{.*}} !spirv.Decorations [[READ:![0-9]+]]
; CHECK: @write = {{.*}} !spirv.Decorations [[WRITE:![0-9]+]]
; CHECK: [[READ]] = !{[[R0:![0-9]+]], [[R1:![0-9]+]], [[R2:![0-9]+]], [[R3:![0-9]+]]}
; CHECK: [[R0]] = !{i32 6442, i32 0, i32 3}
; CHECK: [[R1]] = !{i32 6442, i32 1, i32 1}
; CHECK: [[R2]] = !{i32 6442, i32 2, i32 3}
; CHECK: [[R3]] = !{i32 6442, i32 3, i32 4}
; CHECK: [[WRITE]] = !{[[W0:![0-9]+]], [[W1:![0-9]+]], [[W2:![0-9]+]], [[W3:![0-9]+]]}
; CHECK: [[W0]] = !{i32 6443, i32 0, i32 0}
; CHECK: [[W1]] = !{i32 6443, i32 1, i32 3}
; CHECK: [[W2]] = !{i32 6443, i32 2, i32 1}
; CHECK: [[W3]] = !{i32 6443, i32 3, i32 2}
