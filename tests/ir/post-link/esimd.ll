; ESIMD kernels and others: two images of a number each, the others first; together without the option.
; RUN: sybil post-link --split=source --split-esimd --symbols --properties -S %s -o t.table && cat t.table t_0.sym t_0.esimd.sym t_1.sym && cat t_0.esimd.prop t_0.prop
; RUN: cat t_0.ll; echo; cat t_0.esimd.ll
; CHECK: [Code|Properties|Symbols]
; CHECK-NEXT: t_0.ll|t_0.prop|t_0.sym
; CHECK-NEXT: t_0.esimd.ll|t_0.esimd.prop|t_0.esimd.sym
; CHECK-NEXT: t_1.ll|t_1.prop|t_1.sym
; CHECK-NEXT: sycl
; CHECK-NEXT: esimd
; CHECK-NEXT: esimd_function
; CHECK-NEXT: other
; CHECK-NEXT: [SYCL/device requirements]
; CHECK: [SYCL/misc properties]
; CHECK-NEXT: isEsimdImage=1|1
; CHECK-NEXT: optLevel=1|2
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NOT: isEsimdImage
; CHECK: optLevel=1|2
; CHECK: define spir_kernel void @sycl()
; CHECK-NOT: @esimd()
; CHECK: define internal spir_func void @helper()
; CHECK: !sycl-esimd-split-status = !{[[ZERO:![0-9]+]]}
; CHECK: [[ZERO]] = !{i8 0}
; CHECK: define spir_kernel void @esimd()
; CHECK-NOT: @sycl()
; CHECK: define internal spir_func void @helper()
; CHECK: !sycl-esimd-split-status = !{[[ONE:![0-9]+]]}
; CHECK: [[ONE]] = !{i8 1}
; RUN: sybil post-link --split=source --symbols --properties -S %s -o u.table && cat u.table u_0.sym u_0.prop; grep -A9 'define spir_kernel void @sycl' u_0.ll; grep 'i8 2' u_0.ll
; CHECK: u_0.ll|u_0.prop|u_0.sym
; CHECK-NEXT: u_1.ll|u_1.prop|u_1.sym
; CHECK-NEXT: sycl
; CHECK-NEXT: esimd
; CHECK-NEXT: esimd_function
; CHECK-NOT: isEsimdImage
; CHECK-NOT: optLevel
; CHECK: define spir_kernel void @sycl()
; CHECK: = !{i8 2}
; With split=none there are two images then; with kernel an image has one kind anyway; the plan says why.
; RUN: sybil post-link --split=none --split-esimd %s -o n.table && cat n.table
; CHECK: n_0.bc
; CHECK-NEXT: n_0.esimd.bc
; CHECK-NOT: n_1
; RUN: sybil post-link --split=kernel %s -o k.table && cat k.table
; CHECK: k_0.bc
; CHECK-NEXT: k_1.bc
; CHECK-NEXT: k_2.esimd.bc
; CHECK-NEXT: k_3.esimd.bc
; RUN: sybil post-link --plan --split-esimd %s
; CHECK: apart by: explicit SIMD
; CHECK: code: ESIMD
; CHECK: apart by: explicit SIMD
; CHECK: apart by: sycl-module-id
target triple = "spir64-unknown-unknown"
define spir_kernel void @sycl() #0 {
  call spir_func void @helper()
  ret void
}
define spir_kernel void @esimd() #0 !sycl_explicit_simd !0 {
  call spir_func void @helper()
  ret void
}
define spir_func void @esimd_function() #0 !sycl_explicit_simd !0 {
  ret void
}
define spir_kernel void @other() #1 {
  ret void
}
define spir_func void @helper() {
  ret void
}
attributes #0 = { "sycl-module-id"="b.cpp" "sycl-optlevel"="2" }
attributes #1 = { "sycl-module-id"="a.cpp" }
!0 = !{}
