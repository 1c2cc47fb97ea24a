; The alignment of a pointer is raised, never lowered; of other parameters it is a decoration.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) "sycl-alignment"="16" %new, ptr addrspace(1) align 4 "sycl-alignment"="64" %raised, ptr addrspace(1) align 128 "sycl-alignment"="8" %kept) {
  ret void
}
define spir_kernel void @l(i32 "sycl-alignment"="8" %no_pointer) {
  ret void
}

; CHECK: @k(ptr addrspace(1) align 16 "sycl-alignment"="16" %new, ptr addrspace(1) align 64 "sycl-alignment"="64" %raised, ptr addrspace(1) align 128 "sycl-alignment"="8" %kept) {
; CHECK: @l({{.*}}) !spirv.ParameterDecorations [[ALL:![0-9]+]] {
; CHECK: [[ALL]] = !{[[P:![0-9]+]]}
; CHECK: [[P]] = !{[[D:![0-9]+]]}
; CHECK: [[D]] = !{i32 44, i32 8}
