; Host access of device globals, which are those with a size: words, numbers, nothing, and without an id the name.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
@none = addrspace(1) global i32 0 #0
@zero = addrspace(1) global i32 0 #1
@words0 = addrspace(1) global i32 0 #2
@words1 = addrspace(1) global i32 0 #3
@words2 = addrspace(1) global i32 0 #4
@words3 = addrspace(1) global i32 0 #5
@spec = addrspace(1) global i32 0 #6
@pipe = addrspace(1) global i32 0 #7
@external = external addrspace(1) global i32 #1
@plain = addrspace(1) global i32 0 #8
@unnamed = addrspace(1) global i32 0 #9
attributes #0 = { "sycl-device-global-size"="4" "sycl-unique-id"="id" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-unique-id"="id" "sycl-host-access"="0" "sycl-init-mode"="1" }
attributes #2 = { "sycl-device-global-size"="4" "sycl-unique-id"="w" "sycl-host-access"="read" }
attributes #3 = { "sycl-device-global-size"="4" "sycl-unique-id"="w" "sycl-host-access"="write" }
attributes #4 = { "sycl-device-global-size"="4" "sycl-unique-id"="w" "sycl-host-access"="read_write" }
attributes #5 = { "sycl-device-global-size"="4" "sycl-unique-id"="w" "sycl-host-access"="none" }
attributes #6 = { "sycl-device-image-scope" "sycl-host-access"="read" }
attributes #7 = { "sycl-host-pipe" "sycl-host-pipe-size"="4" "sycl-unique-id"="p" }
attributes #8 = { "sycl-unique-id"="p" "sycl-device-image-scope" }
attributes #9 = { "sycl-device-global-size"="4" }

; CHECK: @none = {{.*}} !spirv.Decorations [[NONE:![0-9]+]]
; CHECK: @zero = {{.*}} !spirv.Decorations [[ZERO:![0-9]+]]
; CHECK: @words0 = {{.*}} !spirv.Decorations [[W0:![0-9]+]]
; CHECK: @words1 = {{.*}} !spirv.Decorations [[W1:![0-9]+]]
; CHECK: @words2 = {{.*}} !spirv.Decorations [[W2:![0-9]+]]
; CHECK: @words3 = {{.*}} !spirv.Decorations [[W3:![0-9]+]]
; CHECK: @spec = addrspace(1) global i32 0 #
; CHECK: @pipe = {{.*}} !spirv.Decorations [[PIPE:![0-9]+]]
; CHECK: @external = {{.*}} !spirv.Decorations [[ZERO]]
; CHECK: @plain = addrspace(1) global i32 0 #
; CHECK: @unnamed = {{.*}} !spirv.Decorations
; CHECK: [[NONE]] = !{[[D0:![0-9]+]]}
; CHECK: [[D0]] = !{i32 6147, i32 2, !"id"}
; CHECK: [[ZERO]] = !{[[D1:![0-9]+]], [[D2:![0-9]+]]}
; CHECK: [[D1]] = !{i32 6148, i32 1}
; CHECK: [[D2]] = !{i32 6147, i32 0, !"id"}
; CHECK: !{i32 6147, i32 0, !"w"}
; CHECK: !{i32 6147, i32 1, !"w"}
; CHECK: !{i32 6147, i32 2, !"w"}
; CHECK: !{i32 6147, i32 3, !"w"}
; CHECK: !{i32 6147, i32 2, !"p"}
; CHECK: !{i32 6147, i32 2, !"unnamed"}
