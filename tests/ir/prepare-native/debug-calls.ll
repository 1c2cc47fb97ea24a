; Debug information of optimised code for NVIDIA: functions do not promise to describe their calls, which the code
; generator crashes over. Whoever names a function in debug information names the new one.
; RUN: sybil opt --passes=prepare-native -S %s -o %t.ll; cat %t.ll; opt -passes=verify -S %t.ll -o /dev/null && echo right
; RUN: sybil translate --target=nvptx64 %s | grep -c 'call.uni\|__assertfail'
; LLVM: 15
; CHECK: @fail{{.*}} !dbg ![[FAIL:[0-9]+]]
; CHECK: call void @__assertfail({{.*}}), !dbg ![[AT:[0-9]+]]
; CHECK-NOT: DIFlagAllCallsDescribed
; CHECK: ![[FAIL]] = distinct !DISubprogram(name: "fail",{{.*}} flags: DIFlagPrototyped,
; CHECK: !DILocalVariable(name: "line", arg: 1, scope: ![[FAIL]]
; CHECK: ![[AT]] = !DILocation(line: 2, scope: ![[FAIL]])
; CHECK: right
; CHECK: {{[1-9]}}
target triple = "nvptx64-nvidia-cuda"

@words = private unnamed_addr constant [2 x i8] c"x\00"

declare void @__assert_fail(ptr, ptr, i32, ptr)

define internal void @fail(i32 %line) noinline !dbg !4 {
  call void @__assert_fail(ptr @words, ptr @words, i32 %line, ptr @words), !dbg !8
  ret void, !dbg !8
}

define spir_kernel void @k(i32 %n) !dbg !9 {
  call void @fail(i32 %n), !dbg !10
  ret void, !dbg !10
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cpp", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "fail", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !11)
!5 = !DISubroutineType(types: !6)
!6 = !{null, !7}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 2, scope: !4)
!9 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 4, type: !5, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!10 = !DILocation(line: 5, scope: !9)
!11 = !{!12}
!12 = !DILocalVariable(name: "line", arg: 1, scope: !4, file: !1, line: 1, type: !7)
