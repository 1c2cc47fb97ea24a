; A use by the type of a function, or by its metadata, is where the function is.
; RUN: sybil opt --passes=propagate-aspects -S %s -o /dev/null
; CHECK: /src/hw.cpp:26: warning: function 'foo' uses aspect 'fp64'
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: foo()
; CHECK-NEXT: boo() /src/hw.cpp:15:3
; CHECK: /src/hw.cpp:26: warning: function 'foo' uses aspect 'image'
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: foo()
; CHECK-NEXT: boo() /src/hw.cpp:15:3

define internal void @foo() !sycl_declared_aspects !0 !dbg !10 {
  call void @boo(double 1.0), !dbg !20
  ret void
}

define internal void @boo(double %x) !sycl_used_aspects !1 !dbg !12 {
  ret void
}

!0 = !{}
!1 = !{i32 9}
!10 = distinct !DISubprogram(name: "foo", file: !102, line: 14, unit: !101, type: !103, spFlags: DISPFlagDefinition)
!12 = distinct !DISubprogram(name: "boo", file: !102, line: 26, unit: !101, type: !103, spFlags: DISPFlagDefinition)
!20 = !DILocation(line: 15, column: 3, scope: !10)
!llvm.module.flags = !{!100}
!llvm.dbg.cu = !{!101}
!100 = !{i32 2, !"Debug Info Version", i32 3}
!101 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !102, emissionKind: FullDebug)
!102 = !DIFile(filename: "hw.cpp", directory: "/src")
!103 = !DISubroutineType(types: !104)
!104 = !{}
