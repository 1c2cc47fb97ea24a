; Where files go: a folder that is made, and unmade when the run fails; the names without -o; standard input; what a table
; cannot name.
; RUN: sybil post-link --out-dir=made --symbols --properties %s -o x.table -o intel_gpu_dg1,y.table && cat x.table y.table && ls made
; CHECK: [Code|Properties|Symbols]
; CHECK-NEXT: made/x_0.bc|made/x_0.prop|made/x_0.sym
; CHECK-NEXT: made/x_1.bc|made/x_1.prop|made/x_1.sym
; CHECK-NEXT: [Code|Properties|Symbols]
; CHECK-NEXT: made/x_1.bc|made/x_1.intel_gpu_dg1.prop|made/x_1.sym
; CHECK-NEXT: x_0.bc
; CHECK-NOT: x_0.intel_gpu_dg1.prop
; CHECK: x_1.intel_gpu_dg1.prop
; RUN: sybil post-link --out-dir=gone %s -o 'z|.table' || echo exit $?; ls gone || echo gone
; CHECK: exit 2
; CHECK-NEXT: gone
; CHECK: [table-cell]
; RUN: sybil post-link --out-dir=a/b/c %s -o z.table || echo exit $?; ls z.table || echo no table
; CHECK: exit 4
; CHECK-NEXT: no table
; CHECK: a/b/c/z_0.bc: error: {{.*}} [write]
; RUN: mkdir -p a && sybil post-link %s -o 'a/b,z.table' && cat 'a/b,z.table'; sybil post-link %s -o ',z.table' || echo exit $?
; CHECK: a/b,z_0.bc
; CHECK: exit 2
; RUN: sybil post-link - <%s -o in.table && cp %s app.x.ll && mkdir d && cd d && sybil post-link ../app.x.ll && cat ../in.table app.x.files
; CHECK: in_0.bc
; CHECK: [Code]
; CHECK-NEXT: app.x_0.bc
target triple = "spir64-unknown-unknown"
define spir_kernel void @half_only() "sycl-module-id"="a" !sycl_used_aspects !0 {
  ret void
}
define spir_kernel void @double() "sycl-module-id"="a" !sycl_used_aspects !1 {
  ret void
}
!0 = !{i32 5}
!1 = !{i32 6}
