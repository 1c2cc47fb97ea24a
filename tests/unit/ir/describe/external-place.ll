; With debug information warnings are about the line of the function.
; DESCRIBE: only=k
; > [SYCL/device requirements]
; > aspects=2|gAAAAAAAAAgBAAAA
; ! /src/f.cpp:42: function 'f' uses aspect 'fp64' not expected by its calling kernel. Missing [[sycl::device_has()]] on SYCL_EXTERNAL function? [-Wexternal-aspect]

define spir_kernel void @k() {
  call spir_func void @f()
  ret void
}
define spir_func void @f() !sycl_used_aspects !0 !dbg !5 {
  ret void
}
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3}
!0 = !{i32 6}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.cpp", directory: "/src")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !6)
!5 = distinct !DISubprogram(name: "f", file: !2, line: 42, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!6 = !{null}
