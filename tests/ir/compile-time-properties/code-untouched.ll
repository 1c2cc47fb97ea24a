; Without annotations of members only metadata changes.
; RUN: sybil opt -S %s | sed -E 's/,? ![a-zA-Z_.]+ ![0-9]+//g; /^!/d; /^$/d' >%t
; RUN: sybil opt --passes=compile-time-properties -S %s | sed -E 's/,? ![a-zA-Z_.]+ ![0-9]+//g; /^!/d; /^$/d' | diff %t -
; RUN: sybil opt --passes=compile-time-properties -S %s | grep -c '^![0-9]'
target triple = "spir64-unknown-unknown"
@g = addrspace(1) global i32 0 #0
@.str = private constant [6 x i8] c"other\00", section "llvm.metadata"

define spir_kernel void @k(ptr addrspace(1) align 8 "sycl-buffer-location"="1" %p, double %x) #1 {
entry:
  %0 = getelementptr inbounds double, ptr addrspace(1) %p, i64 3
  %1 = call ptr addrspace(1) @llvm.ptr.annotation.p1.p0(ptr addrspace(1) %0, ptr @.str, ptr null, i32 3, ptr null)
  store double %x, ptr addrspace(1) %1, align 8
  call spir_func void @f(ptr addrspace(1) %p)
  ret void
}
define internal spir_func void @f(ptr addrspace(1) "sycl-alignment"="16" %p) #1 {
  store i32 1, ptr addrspace(1) %p, align 4
  ret void
}
declare ptr addrspace(1) @llvm.ptr.annotation.p1.p0(ptr addrspace(1), ptr, ptr, i32, ptr)
attributes #0 = { "sycl-device-global-size"="4" "sycl-unique-id"="g" }
attributes #1 = { "sycl-work-group-size"="8" "sycl-floating-point-control"="17" "sycl-pipelined"="2" }

; CHECK: {{^[1-9][0-9]}}
