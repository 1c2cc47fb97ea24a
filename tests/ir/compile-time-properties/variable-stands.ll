; Decorations that stand win, number by number; several lists become one.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
@g = addrspace(1) global i32 0, !spirv.Decorations !0, !spirv.Decorations !3 #0
@same = addrspace(1) global i32 0, !spirv.Decorations !0, !spirv.Decorations !3 #1
attributes #0 = { "sycl-device-global-size"="4" "sycl-unique-id"="new" "sycl-init-mode"="1" "sycl-num-banks"="8" }
attributes #1 = { "sycl-init-mode"="1" }
!0 = !{!1, !2}
!1 = !{i32 6147, i32 0, !"old"}
!2 = !{i32 7000}
!3 = !{!4}
!4 = !{i32 6148, i32 0}

; CHECK: @g = addrspace(1) global i32 0, !spirv.Decorations [[ALL:![0-9]+]] #
; CHECK: @same = addrspace(1) global i32 0, !spirv.Decorations [[ONE:![0-9]+]], !spirv.Decorations [[TWO:![0-9]+]] #
; CHECK: [[ALL]] = !{[[OLD:![0-9]+]], [[MINE:![0-9]+]], [[INIT:![0-9]+]], [[BANKS:![0-9]+]]}
; CHECK: [[OLD]] = !{i32 6147, i32 0, !"old"}
; CHECK: [[MINE]] = !{i32 7000}
; CHECK: [[INIT]] = !{i32 6148, i32 0}
; CHECK: [[BANKS]] = !{i32 5827, i32 8}
; CHECK: [[ONE]] = !{[[OLD]], [[MINE]]}
; CHECK: [[TWO]] = !{[[INIT]]}
