; Variables that sanitizers leave for the runtime are device globals of their joint size, that the host reads.
; RUN: sybil post-link --split=none -S --properties --device-globals %s -o t.table && cat t_0.ll t_0.prop
; RUN: sybil post-link --split=source -S %s -o u.table && cat u_0.ll
; CHECK: @__AsanKernelMetadata = addrspace(1) global [2 x { i64, i64 }] {{.*}} !spirv.Decorations [[A:![0-9]+]] [[ATTRS:#[0-9]+]]
; CHECK: @__MsanKernelMetadata = addrspace(1) global {{.*}} !spirv.Decorations [[M:![0-9]+]]
; CHECK: @__TsanKernelMetadata = dso_local local_unnamed_addr addrspace(1) global {{.*}} !spirv.Decorations [[T:![0-9]+]]
; CHECK: attributes [[ATTRS]] = { "sycl-device-global-size"="32"
; CHECK: "sycl-device-global-size"="8"
; CHECK: [[A]] = !{[[AN:![0-9]+]]}
; CHECK: [[AN]] = !{i32 6147, i32 0, !"_Z20__AsanKernelMetadata"}
; CHECK: !{i32 6147, i32 0, !"_Z20__MsanKernelMetadata"}
; CHECK: !{i32 6147, i32 0, !"mine"}
; CHECK: sanUsed=
; CHECK: @__AsanKernelMetadata = addrspace(1) global [2 x { i64, i64 }] {{.*}} !spirv.Decorations
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
@__AsanKernelMetadata = appending addrspace(1) global [2 x { i64, i64 }] [{ i64, i64 } { i64 1, i64 2 }, { i64, i64 } { i64 3, i64 4 }] #1
@__MsanKernelMetadata = appending addrspace(1) global [1 x i64] [i64 1]
@__TsanKernelMetadata = dso_local local_unnamed_addr addrspace(1) global [1 x i64] [i64 1] #2
define spir_kernel void @k() #0 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="16" "sycl-device-image-scope" "sycl-host-access"="0" "sycl-unique-id"="_Z20__AsanKernelMetadata" }
attributes #2 = { "sycl-unique-id"="mine" }
