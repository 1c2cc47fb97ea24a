; Debug information for NVIDIA: ptxas takes no variables in pieces, nor names with dots where a variable is described.
; Variables in one piece keep their places.
; RUN: sybil opt --passes=prepare-native -S %s -o -
; LLVM: 15
; CHECK: @__func__.k = {{.*}}, align 1{{$}}
; CHECK: @shown = {{.*}}, !dbg !
; CHECK: define ptx_kernel void @k(
; CHECK: call void @llvm.dbg.value(metadata i32 %n, metadata ![[WHOLE:[0-9]+]], metadata !DIExpression())
; CHECK-NOT: llvm.dbg.value(metadata
; CHECK: ret void
; CHECK: ![[WHOLE]] = !DILocalVariable(name: "whole"
target triple = "nvptx64-nvidia-cuda"

@__func__.k = private unnamed_addr constant [2 x i8] c"k\00", align 1, !dbg !20
@shown = addrspace(1) global i32 0, align 4, !dbg !22

declare void @llvm.dbg.value(metadata, metadata, metadata)

define spir_kernel void @k(i32 %n) !dbg !9 {
  call void @llvm.dbg.value(metadata i32 %n, metadata !12, metadata !DIExpression(DW_OP_LLVM_fragment, 0, 32)), !dbg !10
  call void @llvm.dbg.value(metadata i32 %n, metadata !13, metadata !DIExpression()), !dbg !10
  call void @llvm.dbg.value(metadata i32 undef, metadata !12, metadata !DIExpression()), !dbg !10
  ret void, !dbg !10
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: true, emissionKind: FullDebug, globals: !24)
!1 = !DIFile(filename: "k.cpp", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !DISubroutineType(types: !6)
!6 = !{null, !7}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DIBasicType(name: "pair", size: 64, encoding: DW_ATE_signed)
!9 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 4, type: !5, scopeLine: 4, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!10 = !DILocation(line: 5, scope: !9)
!12 = !DILocalVariable(name: "parts", scope: !9, file: !1, line: 1, type: !8)
!13 = !DILocalVariable(name: "whole", scope: !9, file: !1, line: 1, type: !7)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "__func__", scope: !9, file: !1, line: 4, type: !7, isLocal: true, isDefinition: true)
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression())
!23 = distinct !DIGlobalVariable(name: "shown", scope: !0, file: !1, line: 2, type: !7, isLocal: false, isDefinition: true)
!24 = !{!20, !22}
