; The same where the module has debug information. LLVM 15 gives up while it reads such a module.
; RUN: sybil opt %s -o %t
; EXIT: 3
; CHECK: Instruction does not dominate all uses!
; CHECK-15: verifier-debug.ll: error: Broken module found, compilation aborted! [ir-crash]
; CHECK-19: %y = add i32 1, 1

define i32 @f() !dbg !5 {
  %x = add i32 %y, 1, !dbg !8
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
!8 = !DILocation(line: 2, column: 3, scope: !5)
