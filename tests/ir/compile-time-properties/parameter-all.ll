; Every property of the table, on parameters that are no pointers: one node for each parameter.
; RUN: sybil opt --passes=compile-time-properties -S %s
; RUN: diff <(sybil opt --passes=compile-time-properties -S %s) <(sybil opt --passes=compile-time-properties,compile-time-properties -S %s)
; RUN: sybil opt --passes=compile-time-properties %s -o - 2>%t | opt -passes=verify -disable-output
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(i64 "sycl-alignment"="7" %p0, i64 "sycl-strict"="true" %p1, i64 "sycl-datapath" %p2, i64 "sycl-resource"="text" %p3, i64 "sycl-num-banks"="7" %p4, i64 "sycl-max-private-copies"="7" %p5, i64 "sycl-clock-2x-false" %p6, i64 "sycl-clock-2x-true" %p7, i64 "sycl-num-replicates"="7" %p8, i64 "sycl-bi-directional-ports-false" %p9, i64 "sycl-ram-stitching"="7" %p10, i64 "sycl-stride-size"="7" %p11, i64 "sycl-word-size"="7" %p12, i64 "sycl-bi-directional-ports-true" %p13, i64 "sycl-buffer-location"="7" %p14, i64 "sycl-init-mode"="7" %p15, i64 "sycl-implement-in-csr"="true" %p16, i64 "sycl-latency-anchor-id"="text" %p17, i64 "sycl-latency-constraint"="text" %p18, i64 "sycl-conduit"="true" %p19, i64 "sycl-register-map"="true" %p20, i64 "sycl-awidth"="7" %p21, i64 "sycl-dwidth"="7" %p22, i64 "sycl-latency"="7" %p23, i64 "sycl-read-write-mode"="7" %p24, i64 "sycl-maxburst"="7" %p25, i64 "sycl-wait-request"="7" %p26, i64 "sycl-stable"="true" %p27, i64 "sycl-prefetch-hint"="2" %p28, i64 "sycl-prefetch-hint-nt"="2" %p29, i64 "sycl-cache-read-hint"="32" %p30, i64 "sycl-cache-read-assertion"="32" %p31, i64 "sycl-cache-write-hint"="2" %p32) {
  ret void
}

; CHECK: !spirv.ParameterDecorations [[ALL:![0-9]+]]
; CHECK: [[ALL]] = !{[[P0:![0-9]+]], [[P1:![0-9]+]], [[P2:![0-9]+]], [[P3:![0-9]+]], [[P4:![0-9]+]], [[P5:![0-9]+]], [[P6:![0-9]+]], [[P7:![0-9]+]],
; CHECK-SAME: [[P8:![0-9]+]], [[P9:![0-9]+]], [[P10:![0-9]+]], [[P11:![0-9]+]], [[P12:![0-9]+]], [[P13:![0-9]+]], [[P14:![0-9]+]], [[P15:![0-9]+]], [[P16:![0-9]+]],
; CHECK-SAME: [[P17:![0-9]+]], [[P18:![0-9]+]], [[P19:![0-9]+]], [[P20:![0-9]+]], [[P21:![0-9]+]], [[P22:![0-9]+]], [[P23:![0-9]+]], [[P24:![0-9]+]], [[P25:![0-9]+]],
; CHECK-SAME: [[P26:![0-9]+]], [[P27:![0-9]+]], [[P28:![0-9]+]], [[P29:![0-9]+]], [[P30:![0-9]+]], [[P30]], [[P32:![0-9]+]]}
; CHECK: [[P0]] = !{[[D0:![0-9]+]]}
; CHECK: [[D0]] = !{i32 44, i32 7}
; CHECK: [[P1]] = !{[[D1:![0-9]+]]}
; CHECK: [[D1]] = !{i32 19, i32 1}
; CHECK: [[P2]] = !{[[D2:![0-9]+]]}
; CHECK: [[D2]] = !{i32 5825}
; CHECK: [[P3]] = !{[[D3:![0-9]+]]}
; CHECK: [[D3]] = !{i32 5826, !"text"}
; CHECK: [[P4]] = !{[[D4:![0-9]+]]}
; CHECK: [[D4]] = !{i32 5827, i32 7}
; CHECK: [[P5]] = !{[[D5:![0-9]+]]}
; CHECK: [[D5]] = !{i32 5829, i32 7}
; CHECK: [[P6]] = !{[[D6:![0-9]+]]}
; CHECK: [[D6]] = !{i32 5830}
; CHECK: [[P7]] = !{[[D7:![0-9]+]]}
; CHECK: [[D7]] = !{i32 5831}
; CHECK: [[P8]] = !{[[D8:![0-9]+]]}
; CHECK: [[D8]] = !{i32 5832, i32 7}
; CHECK: [[P9]] = !{[[D9:![0-9]+]]}
; CHECK: [[D9]] = !{i32 5833}
; CHECK: [[P10]] = !{[[D10:![0-9]+]]}
; CHECK: [[D10]] = !{i32 5836, i32 7}
; CHECK: [[P11]] = !{[[D11:![0-9]+]]}
; CHECK: [[D11]] = !{i32 5883, i32 7}
; CHECK: [[P12]] = !{[[D12:![0-9]+]]}
; CHECK: [[D12]] = !{i32 5884, i32 7}
; CHECK: [[P13]] = !{[[D13:![0-9]+]]}
; CHECK: [[D13]] = !{i32 5885}
; CHECK: [[P14]] = !{[[D14:![0-9]+]]}
; CHECK: [[D14]] = !{i32 5921, i32 7}
; CHECK: [[P15]] = !{[[D15:![0-9]+]]}
; CHECK: [[D15]] = !{i32 6148, i32 7}
; CHECK: [[P16]] = !{[[D16:![0-9]+]]}
; CHECK: [[D16]] = !{i32 6149, i32 1}
; CHECK: [[P17]] = !{[[D17:![0-9]+]]}
; CHECK: [[D17]] = !{i32 6172, !"text"}
; CHECK: [[P18]] = !{[[D18:![0-9]+]]}
; CHECK: [[D18]] = !{i32 6173, !"text"}
; CHECK: [[P19]] = !{[[D19:![0-9]+]]}
; CHECK: [[D19]] = !{i32 6175, i32 1}
; CHECK: [[P20]] = !{[[D20:![0-9]+]]}
; CHECK: [[D20]] = !{i32 6176, i32 1}
; CHECK: [[P21]] = !{[[D21:![0-9]+]]}
; CHECK: [[D21]] = !{i32 6177, i32 7}
; CHECK: [[P22]] = !{[[D22:![0-9]+]]}
; CHECK: [[D22]] = !{i32 6178, i32 7}
; CHECK: [[P23]] = !{[[D23:![0-9]+]]}
; CHECK: [[D23]] = !{i32 6179, i32 7}
; CHECK: [[P24]] = !{[[D24:![0-9]+]]}
; CHECK: [[D24]] = !{i32 6180, i32 7}
; CHECK: [[P25]] = !{[[D25:![0-9]+]]}
; CHECK: [[D25]] = !{i32 6181, i32 7}
; CHECK: [[P26]] = !{[[D26:![0-9]+]]}
; CHECK: [[D26]] = !{i32 6182, i32 7}
; CHECK: [[P27]] = !{[[D27:![0-9]+]]}
; CHECK: [[D27]] = !{i32 6183, i32 1}
; CHECK: [[P28]] = !{[[D28:![0-9]+]]}
; CHECK: [[D28]] = !{i32 6442, i32 2, i32 1}
; CHECK: [[P29]] = !{[[D29:![0-9]+]]}
; CHECK: [[D29]] = !{i32 6442, i32 2, i32 3}
; CHECK: [[P30]] = !{[[D30:![0-9]+]]}
; CHECK: [[D30]] = !{i32 6442, i32 1, i32 1}
; CHECK: [[P32]] = !{[[D32:![0-9]+]]}
; CHECK: [[D32]] = !{i32 6443, i32 1, i32 0}
