; Every property of the table, on variables.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
@v0 = addrspace(1) global i64 0 #0
@v1 = addrspace(1) global i64 0 #1
@v2 = addrspace(1) global i64 0 #2
@v3 = addrspace(1) global i64 0 #3
@v4 = addrspace(1) global i64 0 #4
@v5 = addrspace(1) global i64 0 #5
@v6 = addrspace(1) global i64 0 #6
@v7 = addrspace(1) global i64 0 #7
@v8 = addrspace(1) global i64 0 #8
@v9 = addrspace(1) global i64 0 #9
@v10 = addrspace(1) global i64 0 #10
@v11 = addrspace(1) global i64 0 #11
@v12 = addrspace(1) global i64 0 #12
@v13 = addrspace(1) global i64 0 #13
@v14 = addrspace(1) global i64 0 #14
@v15 = addrspace(1) global i64 0 #15
@v16 = addrspace(1) global i64 0 #16
@v17 = addrspace(1) global i64 0 #17
@v18 = addrspace(1) global i64 0 #18
@v19 = addrspace(1) global i64 0 #19
@v20 = addrspace(1) global i64 0 #20
@v21 = addrspace(1) global i64 0 #21
@v22 = addrspace(1) global i64 0 #22
@v23 = addrspace(1) global i64 0 #23
@v24 = addrspace(1) global i64 0 #24
@v25 = addrspace(1) global i64 0 #25
@v26 = addrspace(1) global i64 0 #26
@v27 = addrspace(1) global i64 0 #27
@v28 = addrspace(1) global i64 0 #28
@v29 = addrspace(1) global i64 0 #29
@v30 = addrspace(1) global i64 0 #30
@v31 = addrspace(1) global i64 0 #31
@v32 = addrspace(1) global i64 0 #32
attributes #0 = { "sycl-alignment"="7" }
attributes #1 = { "sycl-strict"="true" }
attributes #2 = { "sycl-datapath" }
attributes #3 = { "sycl-resource"="text" }
attributes #4 = { "sycl-num-banks"="7" }
attributes #5 = { "sycl-max-private-copies"="7" }
attributes #6 = { "sycl-clock-2x-false" }
attributes #7 = { "sycl-clock-2x-true" }
attributes #8 = { "sycl-num-replicates"="7" }
attributes #9 = { "sycl-bi-directional-ports-false" }
attributes #10 = { "sycl-ram-stitching"="7" }
attributes #11 = { "sycl-stride-size"="7" }
attributes #12 = { "sycl-word-size"="7" }
attributes #13 = { "sycl-bi-directional-ports-true" }
attributes #14 = { "sycl-buffer-location"="7" }
attributes #15 = { "sycl-init-mode"="7" }
attributes #16 = { "sycl-implement-in-csr"="true" }
attributes #17 = { "sycl-latency-anchor-id"="text" }
attributes #18 = { "sycl-latency-constraint"="text" }
attributes #19 = { "sycl-conduit"="true" }
attributes #20 = { "sycl-register-map"="true" }
attributes #21 = { "sycl-awidth"="7" }
attributes #22 = { "sycl-dwidth"="7" }
attributes #23 = { "sycl-latency"="7" }
attributes #24 = { "sycl-read-write-mode"="7" }
attributes #25 = { "sycl-maxburst"="7" }
attributes #26 = { "sycl-wait-request"="7" }
attributes #27 = { "sycl-stable"="true" }
attributes #28 = { "sycl-prefetch-hint"="2" }
attributes #29 = { "sycl-prefetch-hint-nt"="2" }
attributes #30 = { "sycl-cache-read-hint"="32" }
attributes #31 = { "sycl-cache-read-assertion"="32" }
attributes #32 = { "sycl-cache-write-hint"="2" }

; CHECK: @v0 = addrspace(1) global i64 0, !spirv.Decorations [[V0:![0-9]+]]
; CHECK: @v1 = addrspace(1) global i64 0, !spirv.Decorations [[V1:![0-9]+]]
; CHECK: @v2 = addrspace(1) global i64 0, !spirv.Decorations [[V2:![0-9]+]]
; CHECK: @v3 = addrspace(1) global i64 0, !spirv.Decorations [[V3:![0-9]+]]
; CHECK: @v4 = addrspace(1) global i64 0, !spirv.Decorations [[V4:![0-9]+]]
; CHECK: @v5 = addrspace(1) global i64 0, !spirv.Decorations [[V5:![0-9]+]]
; CHECK: @v6 = addrspace(1) global i64 0, !spirv.Decorations [[V6:![0-9]+]]
; CHECK: @v7 = addrspace(1) global i64 0, !spirv.Decorations [[V7:![0-9]+]]
; CHECK: @v8 = addrspace(1) global i64 0, !spirv.Decorations [[V8:![0-9]+]]
; CHECK: @v9 = addrspace(1) global i64 0, !spirv.Decorations [[V9:![0-9]+]]
; CHECK: @v10 = addrspace(1) global i64 0, !spirv.Decorations [[V10:![0-9]+]]
; CHECK: @v11 = addrspace(1) global i64 0, !spirv.Decorations [[V11:![0-9]+]]
; CHECK: @v12 = addrspace(1) global i64 0, !spirv.Decorations [[V12:![0-9]+]]
; CHECK: @v13 = addrspace(1) global i64 0, !spirv.Decorations [[V13:![0-9]+]]
; CHECK: @v14 = addrspace(1) global i64 0, !spirv.Decorations [[V14:![0-9]+]]
; CHECK: @v15 = addrspace(1) global i64 0, !spirv.Decorations [[V15:![0-9]+]]
; CHECK: @v16 = addrspace(1) global i64 0, !spirv.Decorations [[V16:![0-9]+]]
; CHECK: @v17 = addrspace(1) global i64 0, !spirv.Decorations [[V17:![0-9]+]]
; CHECK: @v18 = addrspace(1) global i64 0, !spirv.Decorations [[V18:![0-9]+]]
; CHECK: @v19 = addrspace(1) global i64 0, !spirv.Decorations [[V19:![0-9]+]]
; CHECK: @v20 = addrspace(1) global i64 0, !spirv.Decorations [[V20:![0-9]+]]
; CHECK: @v21 = addrspace(1) global i64 0, !spirv.Decorations [[V21:![0-9]+]]
; CHECK: @v22 = addrspace(1) global i64 0, !spirv.Decorations [[V22:![0-9]+]]
; CHECK: @v23 = addrspace(1) global i64 0, !spirv.Decorations [[V23:![0-9]+]]
; CHECK: @v24 = addrspace(1) global i64 0, !spirv.Decorations [[V24:![0-9]+]]
; CHECK: @v25 = addrspace(1) global i64 0, !spirv.Decorations [[V25:![0-9]+]]
; CHECK: @v26 = addrspace(1) global i64 0, !spirv.Decorations [[V26:![0-9]+]]
; CHECK: @v27 = addrspace(1) global i64 0, !spirv.Decorations [[V27:![0-9]+]]
; CHECK: @v28 = addrspace(1) global i64 0, !spirv.Decorations [[V28:![0-9]+]]
; CHECK: @v29 = addrspace(1) global i64 0, !spirv.Decorations [[V29:![0-9]+]]
; CHECK: @v30 = addrspace(1) global i64 0, !spirv.Decorations [[V30:![0-9]+]]
; CHECK: @v31 = addrspace(1) global i64 0, !spirv.Decorations [[V30]]
; CHECK: @v32 = addrspace(1) global i64 0, !spirv.Decorations [[V32:![0-9]+]]
; CHECK: [[V0]] = !{[[D0:![0-9]+]]}
; CHECK: [[D0]] = !{i32 44, i32 7}
; CHECK: [[V1]] = !{[[D1:![0-9]+]]}
; CHECK: [[D1]] = !{i32 19, i32 1}
; CHECK: [[V2]] = !{[[D2:![0-9]+]]}
; CHECK: [[D2]] = !{i32 5825}
; CHECK: [[V3]] = !{[[D3:![0-9]+]]}
; CHECK: [[D3]] = !{i32 5826, !"text"}
; CHECK: [[V4]] = !{[[D4:![0-9]+]]}
; CHECK: [[D4]] = !{i32 5827, i32 7}
; CHECK: [[V5]] = !{[[D5:![0-9]+]]}
; CHECK: [[D5]] = !{i32 5829, i32 7}
; CHECK: [[V6]] = !{[[D6:![0-9]+]]}
; CHECK: [[D6]] = !{i32 5830}
; CHECK: [[V7]] = !{[[D7:![0-9]+]]}
; CHECK: [[D7]] = !{i32 5831}
; CHECK: [[V8]] = !{[[D8:![0-9]+]]}
; CHECK: [[D8]] = !{i32 5832, i32 7}
; CHECK: [[V9]] = !{[[D9:![0-9]+]]}
; CHECK: [[D9]] = !{i32 5833}
; CHECK: [[V10]] = !{[[D10:![0-9]+]]}
; CHECK: [[D10]] = !{i32 5836, i32 7}
; CHECK: [[V11]] = !{[[D11:![0-9]+]]}
; CHECK: [[D11]] = !{i32 5883, i32 7}
; CHECK: [[V12]] = !{[[D12:![0-9]+]]}
; CHECK: [[D12]] = !{i32 5884, i32 7}
; CHECK: [[V13]] = !{[[D13:![0-9]+]]}
; CHECK: [[D13]] = !{i32 5885}
; CHECK: [[V14]] = !{[[D14:![0-9]+]]}
; CHECK: [[D14]] = !{i32 5921, i32 7}
; CHECK: [[V15]] = !{[[D15:![0-9]+]]}
; CHECK: [[D15]] = !{i32 6148, i32 7}
; CHECK: [[V16]] = !{[[D16:![0-9]+]]}
; CHECK: [[D16]] = !{i32 6149, i32 1}
; CHECK: [[V17]] = !{[[D17:![0-9]+]]}
; CHECK: [[D17]] = !{i32 6172, !"text"}
; CHECK: [[V18]] = !{[[D18:![0-9]+]]}
; CHECK: [[D18]] = !{i32 6173, !"text"}
; CHECK: [[V19]] = !{[[D19:![0-9]+]]}
; CHECK: [[D19]] = !{i32 6175, i32 1}
; CHECK: [[V20]] = !{[[D20:![0-9]+]]}
; CHECK: [[D20]] = !{i32 6176, i32 1}
; CHECK: [[V21]] = !{[[D21:![0-9]+]]}
; CHECK: [[D21]] = !{i32 6177, i32 7}
; CHECK: [[V22]] = !{[[D22:![0-9]+]]}
; CHECK: [[D22]] = !{i32 6178, i32 7}
; CHECK: [[V23]] = !{[[D23:![0-9]+]]}
; CHECK: [[D23]] = !{i32 6179, i32 7}
; CHECK: [[V24]] = !{[[D24:![0-9]+]]}
; CHECK: [[D24]] = !{i32 6180, i32 7}
; CHECK: [[V25]] = !{[[D25:![0-9]+]]}
; CHECK: [[D25]] = !{i32 6181, i32 7}
; CHECK: [[V26]] = !{[[D26:![0-9]+]]}
; CHECK: [[D26]] = !{i32 6182, i32 7}
; CHECK: [[V27]] = !{[[D27:![0-9]+]]}
; CHECK: [[D27]] = !{i32 6183, i32 1}
; CHECK: [[V28]] = !{[[D28:![0-9]+]]}
; CHECK: [[D28]] = !{i32 6442, i32 2, i32 1}
; CHECK: [[V29]] = !{[[D29:![0-9]+]]}
; CHECK: [[D29]] = !{i32 6442, i32 2, i32 3}
; CHECK: [[V30]] = !{[[D30:![0-9]+]]}
; CHECK: [[D30]] = !{i32 6442, i32 1, i32 1}
; CHECK: [[V32]] = !{[[D32:![0-9]+]]}
; CHECK: [[D32]] = !{i32 6443, i32 1, i32 0}
