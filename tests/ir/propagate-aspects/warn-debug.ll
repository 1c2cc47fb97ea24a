; Compiled with -g: the place of the use, and of each call.
; RUN: sybil opt --passes=propagate-aspects -S %s -o /dev/null
; RUN: sybil opt --passes=propagate-aspects --diagnostics-format=json -S %s -o /dev/null
; CHECK: /src/hw.cpp:27:4: warning: function 'foo' uses aspect 'fp64' not listed in 'sycl::device_has' [-Waspect-not-declared]
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: foo()
; CHECK-NEXT: bar() /src/hw.cpp:15:3
; CHECK-NEXT: boo() /src/hw.cpp:25:5
; CHECK-NOT: compile with
; CHECK: "file":{{ ?}}"/src/hw.cpp"

define internal void @foo() !sycl_declared_aspects !0 !dbg !10 {
  call void @bar(), !dbg !20
  ret void
}

define internal void @bar() !dbg !11 {
  call void @boo(), !dbg !21
  ret void
}

define internal void @boo() !dbg !12 {
  %x = fadd double 1.0, 2.0, !dbg !22
  ret void
}

!0 = !{i32 5}
!10 = distinct !DISubprogram(name: "foo", file: !102, line: 14, unit: !101, type: !103, spFlags: DISPFlagDefinition)
!11 = distinct !DISubprogram(name: "bar", file: !102, line: 24, unit: !101, type: !103, spFlags: DISPFlagDefinition)
!12 = distinct !DISubprogram(name: "boo", file: !102, line: 26, unit: !101, type: !103, spFlags: DISPFlagDefinition)
!20 = !DILocation(line: 15, column: 3, scope: !10)
!21 = !DILocation(line: 25, column: 5, scope: !11)
!22 = !DILocation(line: 27, column: 4, scope: !12)
!llvm.module.flags = !{!100}
!llvm.dbg.cu = !{!101}
!100 = !{i32 2, !"Debug Info Version", i32 3}
!101 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !102, emissionKind: FullDebug)
!102 = !DIFile(filename: "hw.cpp", directory: "/src")
!103 = !DISubroutineType(types: !104)
!104 = !{}
