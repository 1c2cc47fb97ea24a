; The same with typed pointers.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
; LLVM: 15
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(i32 addrspace(1)* align 4 "sycl-alignment"="64" "sycl-buffer-location"="2" %p) {
  ret void
}

; CHECK: @k(i32 addrspace(1)* align 64 "sycl-alignment"="64" "sycl-buffer-location"="2" %p) !spirv.ParameterDecorations [[ALL:![0-9]+]] {
; CHECK: [[ALL]] = !{[[P:![0-9]+]]}
; CHECK: [[P]] = !{[[D:![0-9]+]]}
; CHECK: [[D]] = !{i32 5921, i32 2}
