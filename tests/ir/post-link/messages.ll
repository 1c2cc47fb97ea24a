; What sycl-post-link says, and its exit codes; nothing is written then.
; RUN: sycl-post-link %s || echo exit $?
; CHECK: exit 1
; CHECK: error: no actions specified; try --help for usage info
; RUN: for x in split=source split=kernel split-esimd symbols properties emit-program-metadata emit-param-info emit-kernel-names emit-exported-symbols emit-imported-symbols generate-device-image-default-spec-consts; do sycl-post-link -ir-output-only -$x %s -o x.ll || echo exit $?; done; ls
; CHECK-NOT: x.ll
; CHECK: error: -split=source can't be used with -ir-output-only
; CHECK: error: -split=kernel can't be used with -ir-output-only
; CHECK: error: -split-esimd can't be used with -ir-output-only
; CHECK: error: -symbols can't be used with -ir-output-only
; CHECK: error: -properties can't be used with -ir-output-only
; CHECK: error: -emit-program-metadata can't be used with -ir-output-only
; CHECK: error: -emit-param-info can't be used with -ir-output-only
; CHECK: error: -emit-kernel-names can't be used with -ir-output-only
; CHECK: error: -emit-exported-symbols can't be used with -ir-output-only
; CHECK: error: -emit-imported-symbols can't be used with -ir-output-only
; CHECK: error: -generate-device-image-default-spec-consts can't be used with -ir-output-only
; RUN: sybil post-link --plan=json --split=source %s >p.json && { sycl-post-link -ir-output-only -split=auto -apply-plan=p.json %s -o x.ll || echo exit $?; ls; }
; CHECK: exit 1
; CHECK-NOT: x.ll
; CHECK: error: some modules had to be split, '-ir-output-only' can't be used
; There is one file to write then.
; RUN: sycl-post-link -ir-output-only -split=auto %s -o x.ll -o y.ll || echo exit $?; sycl-post-link -ir-output-only -split=auto %s -o intel_gpu_pvc,x.ll || echo exit $?; ls
; CHECK: exit 1
; CHECK-NEXT: exit 1
; CHECK-NOT: x.ll
; CHECK: -o TARGET,FILE, can't be used with -ir-output-only
; CHECK: -o TARGET,FILE, can't be used with -ir-output-only
; A letter that means something else here is not shown for a common option.
; RUN: sybil post-link --help
; CHECK: -j, --jobs
; CHECK-NOT: -j,
; CHECK: --json
; One image, nothing to change and no name for the output: the table names the input.
; RUN: sed 's/b.cpp/a.cpp/' %s >in.ll && sycl-post-link -split=auto -properties -symbols in.ll && cat in.files && ls
; CHECK: [Code|Properties|Symbols]
; CHECK-NEXT: in.ll|in_0.prop|in_0.sym
; CHECK-NOT: in_0.ll
; CHECK-NOT: in_0.bc
; CHECK: sycl-post-link NOTE: no modifications to the input LLVM IR have been made
; RUN: sycl-post-link -split=kernel in.ll && cat in.files
; CHECK: in_0.bc
; CHECK-NEXT: in_1.bc
; CHECK-NOT: NOTE
; RUN: sycl-post-link -split=auto in.ll -o out.table && cat out.table
; CHECK: out_0.bc
; CHECK-NOT: NOTE
; RUN: sycl-post-link -ir-output-only -split=none in.ll && ls in.out
; CHECK: in.out
; The options have one dash or two.
; RUN: sycl-post-link --split=kernel --symbols %s -o t.table -f && cat t.table
; CHECK: [Code|Symbols]
target triple = "spir64-unknown-unknown"
define spir_kernel void @k1() "sycl-module-id"="a.cpp" {
  ret void
}
define spir_kernel void @k2() "sycl-module-id"="b.cpp" {
  ret void
}
