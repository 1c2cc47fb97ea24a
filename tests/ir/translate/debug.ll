; Debug information that the translator would end itself over: an operation of DWARF that it lacks, several values for
; one variable, an argument of a template without a value. What can be said is still said.
; RUN: sybil opt --passes=prepare-spirv -S %s | grep 'llvm.dbg.value(metadata i'
; RUN: sybil translate %s -o %t.spv
; RUN: sybil translate --to=llvm -S %t.spv
; LLVM: 15
; REQUIRES: llvm-spirv-15

; CHECK: metadata i64 %n, metadata !{{[0-9]+}}, metadata !DIExpression()
; CHECK: metadata i32 undef, metadata !{{[0-9]+}}, metadata !DIExpression()
; CHECK: metadata i32 undef, metadata !{{[0-9]+}}, metadata !DIExpression(DW_OP_LLVM_fragment, 0, 16)
; CHECK: metadata i64 %n, metadata !{{[0-9]+}}, metadata !DIExpression(DW_OP_constu, 2, DW_OP_minus, DW_OP_stack_value)
; CHECK: metadata i32 undef, metadata !{{[0-9]+}}, metadata !DIExpression()
; CHECK: define spir_kernel void @k
; CHECK: DILocalVariable(name: "i"
; CHECK: DITemplateValueParameter(name: "Id"
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(i64 %n) !dbg !4 {
  call void @llvm.dbg.value(metadata i64 %n, metadata !10, metadata !DIExpression()), !dbg !11
  call void @llvm.dbg.value(metadata i64 %n, metadata !10, metadata !DIExpression(DW_OP_LLVM_convert, 64, DW_ATE_unsigned, DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_stack_value)), !dbg !11
  call void @llvm.dbg.value(metadata i64 %n, metadata !10, metadata !DIExpression(DW_OP_LLVM_convert, 64, DW_ATE_unsigned, DW_OP_LLVM_convert, 16, DW_ATE_unsigned, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 16)), !dbg !11
  call void @llvm.dbg.value(metadata i64 %n, metadata !10, metadata !DIExpression(DW_OP_constu, 2, DW_OP_minus, DW_OP_stack_value)), !dbg !11
  call void @llvm.dbg.value(metadata !DIArgList(i64 %n, i64 %n), metadata !10, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)), !dbg !11
  ret void, !dbg !11
}

declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cpp", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, templateParams: !7, retainedNodes: !12)
!5 = !DISubroutineType(types: !6)
!6 = !{null, !9}
!7 = !{!8, !13}
!8 = !DITemplateValueParameter(name: "Id", type: !9, value: null)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DILocalVariable(name: "i", scope: !4, file: !1, line: 1, type: !9)
!11 = !DILocation(line: 1, scope: !4)
!12 = !{!10}
!13 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_parameter_pack, name: "Ids", value: !14)
!14 = !{!8}
