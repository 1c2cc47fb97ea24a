; As a compiler driver calls the tools: split with the options of DPC++'s driver, the code of each row translated and put
; back into the table, rows filtered for a target, packed, read back.
; LLVM: 15
; REQUIRES: llvm-spirv-15
; REQUIRES: spirv-val
; RUN: llvm-as -opaque-pointers %s -o app.bc
; RUN: sycl-post-link -O2 -device-globals -properties -spec-const=native -split=auto -emit-only-kernels-as-entry-points -emit-param-info -symbols -emit-exported-symbols -emit-imported-symbols -emit-kernel-names -split-esimd -lower-esimd -o app.table app.bc
; RUN: cat app.table app_0.sym app_1.sym app_0.prop app_1.prop
; CHECK: [Code|Properties|Symbols]
; CHECK-NEXT: app_0.bc|app_0.prop|app_0.sym
; CHECK-NEXT: app_1.bc|app_1.prop|app_1.sym
; CHECK-NEXT: precise
; CHECK-NEXT: plain
; CHECK-NEXT: also_plain
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: aspects=2|gAAAAAAAAAgBAAAA
; CHECK-NEXT: reqd_work_group_size_uint64_t=2|ADAAAAAAAAQAAAAAAAAAAEAAAAAAAAAAABAAAAAAAAA
; CHECK-NEXT: [SYCL/specialization constants]
; CHECK-NEXT: factor=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA
; CHECK-NEXT: [SYCL/specialization constants default values]
; CHECK-NEXT: all=2|gAAAAAAAAAwBAAAA
; CHECK-NEXT: [SYCL/kernel param opt]
; CHECK-NEXT: [SYCL/exported symbols]
; CHECK-NEXT: counter=1|1
; CHECK-NEXT: [SYCL/kernel names]
; CHECK-NEXT: precise=1|1
; CHECK-NEXT: [SYCL/device globals]
; CHECK-NEXT: id_counter=2|ABAAAAAAAAABAAAAAAAAAA
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: aspects=2|AAAAAAAAAAA
; CHECK-NEXT: [SYCL/kernel param opt]
; CHECK-NEXT: plain=2|CAAAAAAAAAQA
; CHECK-NEXT: [SYCL/exported symbols]
; CHECK-NEXT: counter=1|1
; CHECK-NEXT: [SYCL/kernel names]
; CHECK-NEXT: plain=1|1
; CHECK-NEXT: also_plain=1|1
; CHECK-NEXT: [SYCL/device globals]
; CHECK-NEXT: id_counter=2|ABAAAAAAAAABAAAAAAAAAA
; RUN: file-table-tform -extract=Code -drop_titles -o code.list app.table
; RUN: while read -r f; do sybil translate $f -o ${f%.bc}.spv && spirv-val ${f%.bc}.spv && echo ${f%.bc}.spv; done <code.list >spirv.list
; RUN: file-table-tform -rename=0,Code -o spirv.table spirv.list
; RUN: file-table-tform -replace=Code,Code -o final.table app.table spirv.table
; RUN: cat final.table
; CHECK: [Code|Properties|Symbols]
; CHECK-NEXT: app_0.spv|app_0.prop|app_0.sym
; CHECK-NEXT: app_1.spv|app_1.prop|app_1.sym
; RUN: printf "intel_gpu_dg1:\n  aspects: [gpu, 5]\n  sub-group-sizes: [8, 16, 32]\n" >devices.yaml
; RUN: sycl-aspect-filter -target=intel_gpu_dg1 -device-config-file=devices.yaml final.table -o dg1.table
; RUN: cat dg1.table
; CHECK: [Code|Properties|Symbols]
; CHECK-NEXT: app_1.spv|app_1.prop|app_1.sym
; RUN: sybil pack --table=final.table --target=spir64-unknown-unknown --state=executable -o app.syclbin && sybil check app.syclbin && sybil show -j app.syclbin | tr -d ' \n' && echo
; CHECK: "state":"executable"
; CHECK: "kernels":["precise"]
; CHECK: "aspects":[{"number":6,"name":"fp64"}]
; CHECK: "reqd_work_group_size_uint64_t":[1,1,64]
; CHECK: "factor"
; CHECK: "type":"spirv"
; CHECK: "kernels":["plain","also_plain"]
; CHECK: "removed":[0]
; CHECK: "id_counter"
; RUN: sybil pack --table=dg1.table --state=executable -o dg1.syclbin && sybil check dg1.syclbin --target=intel_gpu_dg1
; CHECK: plain yes (IR)
; CHECK: also_plain yes (IR)
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

@counter = addrspace(1) global i32 0 #1
@name = private addrspace(1) constant [7 x i8] c"factor\00"
@id = internal addrspace(1) constant i32 7

define weak_odr spir_kernel void @plain(ptr addrspace(1) %to) #0 !sycl_kernel_omit_args !0 {
  %n = load i32, ptr addrspace(1) @counter
  %m = call spir_func i32 @helper(i32 %n)
  store i32 %m, ptr addrspace(1) %to
  ret void
}

define weak_odr spir_kernel void @precise(ptr addrspace(1) %to) #0 !sycl_used_aspects !1 !reqd_work_group_size !2 {
  %f = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @id to ptr addrspace(4)), ptr addrspace(4) null)
  %m = call spir_func i32 @helper(i32 %f)
  %d = sitofp i32 %m to double
  store double %d, ptr addrspace(1) %to
  ret void
}

define weak_odr spir_kernel void @also_plain() #0 {
  ret void
}

define spir_func i32 @helper(i32 %n) #0 {
  %m = mul i32 %n, 3
  ret i32 %m
}

declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))

attributes #0 = { "sycl-module-id"="app.cpp" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-unique-id"="id_counter" }
!0 = !{i1 true, i1 false}
!1 = !{i32 6}
!2 = !{i32 1, i32 1, i32 64}
