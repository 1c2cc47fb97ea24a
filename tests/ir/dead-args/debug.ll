; Debug information of a kernel goes with it; that of a removed argument says that its value is not known.
; RUN: sybil opt --passes=dead-args -S %s
; RUN: sybil opt --passes=dead-args %s | llvm-dis -o - | grep -c DISubprogram
; LLVM: 15 19
; CHECK: define spir_kernel void @k(ptr addrspace(1) %b) !dbg ![[SP:[0-9]+]] !sycl_kernel_omit_args
; CHECK-15: call void @llvm.dbg.value(metadata i32 undef, metadata ![[A:[0-9]+]], metadata !DIExpression()), !dbg
; CHECK-15: call void @llvm.dbg.value(metadata ptr addrspace(1) %b, metadata ![[B:[0-9]+]], metadata !DIExpression()), !dbg
; CHECK-19: #dbg_value({{i32 (undef|poison)}}, ![[A:[0-9]+]], !DIExpression()
; CHECK-19: #dbg_value(ptr addrspace(1) %b, ![[B:[0-9]+]], !DIExpression()
; CHECK: store i32 1, ptr addrspace(1) %b, align 4, !dbg
; CHECK: ![[SP]] = distinct !DISubprogram(name: "k"
; CHECK: ![[A]] = !DILocalVariable(name: "a", arg: 1, scope: ![[SP]]
; CHECK: ![[B]] = !DILocalVariable(name: "b", arg: 2, scope: ![[SP]]
; CHECK: 1
define spir_kernel void @k(i32 %a, ptr addrspace(1) %b) !dbg !4 {
  call void @llvm.dbg.value(metadata i32 %a, metadata !9, metadata !DIExpression()), !dbg !11
  call void @llvm.dbg.value(metadata ptr addrspace(1) %b, metadata !10, metadata !DIExpression()), !dbg !11
  store i32 1, ptr addrspace(1) %b, align 4, !dbg !11
  ret void, !dbg !11
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 2, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !8)
!5 = !DISubroutineType(types: !6)
!6 = !{null, !7, !7}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !{!9, !10}
!9 = !DILocalVariable(name: "a", arg: 1, scope: !4, file: !1, line: 1, type: !7)
!10 = !DILocalVariable(name: "b", arg: 2, scope: !4, file: !1, line: 1, type: !7)
!11 = !DILocation(line: 2, scope: !4)
