; Metadata that stands on a kernel wins; decorations are added beside others.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
define spir_kernel void @k() #0 !reqd_work_group_size !0 !intel_reqd_sub_group_size !1 !spirv.Decorations !2 !ip_interface !5 !RegisterAllocMode !1 !stall_enable !1 !max_work_group_size !0 {
  ret void
}
attributes #0 = { "sycl-work-group-size"="2,4" "sycl-sub-group-size"="16" "sycl-pipelined"="4" "sycl-buffer-location"="1" "sycl-streaming-interface"="1" "sycl-grf-size"="256" "sycl-fpga-cluster"="0" "sycl-max-work-group-size"="1,2,3" }
!0 = !{i64 1, i64 1, i64 7}
!1 = !{i32 8}
!2 = !{!3, !4}
!3 = !{i32 5917, i32 9}
!4 = !{i32 7000}
!5 = !{!"csr"}

; CHECK: define spir_kernel void @k() #0 !reqd_work_group_size [[SIZE:![0-9]+]] !intel_reqd_sub_group_size [[SUB:![0-9]+]] !spirv.Decorations [[ALL:![0-9]+]] !ip_interface [[CSR:![0-9]+]] !RegisterAllocMode [[SUB]] !stall_enable [[SUB]] !max_work_group_size [[SIZE]] {
; CHECK: [[SIZE]] = !{i64 1, i64 1, i64 7}
; CHECK: [[SUB]] = !{i32 8}
; CHECK: [[ALL]] = !{[[II:![0-9]+]], [[OTHER:![0-9]+]], [[BUFFER:![0-9]+]], [[PIPE:![0-9]+]]}
; CHECK: [[II]] = !{i32 5917, i32 9}
; CHECK: [[OTHER]] = !{i32 7000}
; CHECK: [[BUFFER]] = !{i32 5921, i32 1}
; CHECK: [[PIPE]] = !{i32 5919, i32 1}
; CHECK: [[CSR]] = !{!"csr"}
