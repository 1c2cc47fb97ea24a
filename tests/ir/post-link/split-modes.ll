; Modes of the split: names and order of images follow from the keys, the last one first.
; RUN: sybil post-link --split=kernel --symbols -S %s -o k.table && head -9 k.table k_*.sym
; RUN: sybil post-link --split=source --symbols -S %s -o s.table && head -9 s.table s_*.sym
; RUN: sybil post-link --split=off --symbols -S %s -o o.table && head -9 o.table o_*.sym
; RUN: sybil post-link --split=none --symbols -S %s -o n.table && head -9 n.table n_*.sym
; RUN: sybil post-link --split=per_kernel -S %s -o %t.table && cmp k_0.ll $(sed -n 2p %t.table) && echo same
; CHECK: [Code|Symbols]
; CHECK-NEXT: k_0.ll|k_0.sym
; CHECK-NEXT: k_1.ll|k_1.sym
; CHECK-NEXT: k_2.ll|k_2.sym
; CHECK: k_0.sym
; CHECK-NEXT: K3
; CHECK: k_1.sym
; CHECK-NEXT: K2
; CHECK: k_2.sym
; CHECK-NEXT: K1
; CHECK: s_1.ll|s_1.sym
; CHECK-NOT: s_2
; CHECK: s_0.sym
; CHECK-NEXT: K3
; CHECK: s_1.sym
; CHECK-NEXT: K1
; CHECK-NEXT: K2
; CHECK: o_0.ll|o_0.sym
; CHECK-NOT: o_1
; CHECK: K1
; CHECK-NEXT: K2
; CHECK-NEXT: K3
; CHECK: n_0.ll|n_0.sym
; CHECK-NOT: n_1
; CHECK: same
target triple = "spir64-unknown-unknown"
define spir_kernel void @K1() #0 {
  ret void
}
define spir_kernel void @K2() #0 {
  ret void
}
define spir_kernel void @K3() #1 {
  ret void
}
attributes #0 = { "sycl-module-id"="TU1.cpp" }
attributes #1 = { "sycl-module-id"="TU2.cpp" }
