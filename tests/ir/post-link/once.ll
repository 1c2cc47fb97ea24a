; A warning with a place in the source comes once and with that place, from one process or several, for one table or two.
; RUN: sybil post-link --split=kernel --properties -j1 %s -o t.table -o spir64,u.table 2>&1 | tee one
; CHECK: /src/foo.cpp:7: warning: function 'foo' uses aspect 'fp64' not expected by its calling kernel.
; CHECK-NOT: warning
; RUN: sybil post-link --split=kernel --properties -j2 %s -o t.table -o spir64,u.table 2>two; cmp one two && echo same
; CHECK: same
; RUN: sybil post-link --split=kernel --properties --diagnostics-format=json -j2 %s -o t.table 2>&1 | grep -c foo.cpp
; CHECK: 1
target triple = "spir64-unknown-unknown"
define spir_func void @foo() !sycl_used_aspects !0 !dbg !4 {
  ret void
}
define spir_kernel void @k1() {
  call spir_func void @foo()
  ret void
}
define spir_kernel void @k2() {
  call spir_func void @foo()
  ret void
}
define spir_kernel void @k3() {
  call spir_func void @foo()
  ret void
}
define spir_kernel void @k4() {
  call spir_func void @foo()
  ret void
}
define spir_kernel void @k5() {
  call spir_func void @foo()
  ret void
}
define spir_kernel void @k6() {
  call spir_func void @foo()
  ret void
}
define spir_kernel void @k7() {
  call spir_func void @foo()
  ret void
}
define spir_kernel void @k8() {
  call spir_func void @foo()
  ret void
}
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!6}
!0 = !{i32 6}
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !3, emissionKind: FullDebug)
!3 = !DIFile(filename: "foo.cpp", directory: "/src")
!4 = distinct !DISubprogram(name: "foo", file: !3, line: 7, type: !5, unit: !2, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{null})
!6 = !{i32 2, !"Debug Info Version", i32 3}
