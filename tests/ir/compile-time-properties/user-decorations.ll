; Mappings of users: numbers, text, nothing; they go before the table.
; RUN: sybil opt --passes=compile-time-properties --decoration=sycl-a=7001:int --decoration=sycl-b=7002:str --decoration=sycl-c=7003:none --decoration=sycl-d=7004 --decoration=sycl-init-mode=9000:str --decoration=sycl-sub-group-size=9001:int -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties --decoration=sycl-a=7001:int --decoration=sycl-b=7002:str --decoration=sycl-c=7003:none --decoration=sycl-d=7004 --decoration=sycl-init-mode=9000:str --decoration=sycl-sub-group-size=9001:int -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties --decoration=sycl-a=7001:int --decoration=sycl-b=7002:str --decoration=sycl-c=7003:none --decoration=sycl-d=7004 --decoration=sycl-init-mode=9000:str --decoration=sycl-sub-group-size=9001:int -S %s)
; RUN: sybil opt --passes=compile-time-properties --decoration=sycl-a=7001:int --decoration=sycl-b=7002:str --decoration=sycl-c=7003:none --decoration=sycl-d=7004 --decoration=sycl-init-mode=9000:str --decoration=sycl-sub-group-size=9001:int %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
@g = addrspace(1) global i32 0 #0
define spir_kernel void @k(i32 "sycl-a"="-7" "sycl-b"="text, more" "sycl-c"="ignored" "sycl-d" %p) #1 {
  ret void
}
attributes #0 = { "sycl-a"="4294967295" "sycl-init-mode"="any" }
attributes #1 = { "sycl-a"="1" "sycl-sub-group-size"="8" }

; CHECK: @g = addrspace(1) global i32 0, !spirv.Decorations [[G:![0-9]+]]
; CHECK: @k({{.*}}) #1 !spirv.Decorations [[K:![0-9]+]] !spirv.ParameterDecorations [[P:![0-9]+]] {
; CHECK: [[G]] = !{[[GA:![0-9]+]], [[GI:![0-9]+]]}
; CHECK: [[GA]] = !{i32 7001, i32 -1}
; CHECK: [[GI]] = !{i32 9000, !"any"}
; CHECK: [[K]] = !{[[KA:![0-9]+]], [[KS:![0-9]+]]}
; CHECK: [[KA]] = !{i32 7001, i32 1}
; CHECK: [[KS]] = !{i32 9001, i32 8}
; CHECK: [[P]] = !{[[P0:![0-9]+]]}
; CHECK: [[P0]] = !{[[A:![0-9]+]], [[B:![0-9]+]], [[C:![0-9]+]], [[D:![0-9]+]]}
; CHECK: [[A]] = !{i32 7001, i32 -7}
; CHECK: [[B]] = !{i32 7002, !"text, more"}
; CHECK: [[C]] = !{i32 7003}
; CHECK: [[D]] = !{i32 7004}
