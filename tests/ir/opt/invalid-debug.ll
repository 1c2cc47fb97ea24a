; Debug information that is not valid is dropped with a warning, as LLVM's own tools do; the code stays.
; RUN: sybil opt %s -S
; CHECK-NOT: DISubprogram
; CHECK: define i32 @f()
; CHECK-NEXT: %x = add i32 1, 1{{$}}
; CHECK-15: scope must be a DILocalScope
; CHECK: invalid-debug.ll: warning: dropping invalid debug information [ir-warning]
; CHECK-19-NEXT: note: DILocation's scope must be a DILocalScope

define i32 @f() !dbg !5 {
  %x = add i32 1, 1, !dbg !8
  %y = add i32 1, 1, !dbg !8
  ret i32 %x, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "x.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !DILocation(line: 2, column: 3, scope: !1)
