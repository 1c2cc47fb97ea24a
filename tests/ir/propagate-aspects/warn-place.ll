; One use is one warning with -g: where the variable is declared or the aspect first used, not where the function begins,
; however many instances of a template or copies in callers there are. Files are named as the current folder sees them.
; RUN: mkdir -p build/sub && sed "s#HERE#$PWD#" %s >here.ll
; RUN: cd build && sybil opt --passes=propagate-aspects --device-config=%S/_devices.yaml --fixed-targets=small -S ../here.ll -o /dev/null
; RUN: sybil opt --passes=propagate-aspects -S here.ll -o /dev/null
; CHECK: sub/k.cpp:5:9: warning: function 'first' uses aspect 'fp64' not listed in 'sycl::device_has'
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: first()
; CHECK-NEXT: note: function 'second' does not list it either
; CHECK-NEXT: {{.+/}}inc/h.hpp:21:7: warning: function 'second' uses aspect 'fp64'
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: second()
; CHECK-NEXT: instance1() sub/k.cpp:12:3
; CHECK-NEXT: sub/k.cpp:5:9: warning: function 'first' uses aspect 'fp64', which fixed target 'small' lacks
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: first()
; CHECK-NEXT: {{.+/}}inc/h.hpp:21:7: warning: function 'instance1' uses aspect 'fp64', which fixed target 'small' lacks
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: second()
; CHECK-NEXT: instance1() sub/k.cpp:12:3
; CHECK-NEXT: {{^ *}}build/sub/k.cpp:5:9: warning: function 'first' uses aspect 'fp64' not listed
; CHECK: {{^ *}}inc/h.hpp:21:7: warning: function 'second' uses aspect 'fp64'
; CHECK-NOT: warning

define spir_kernel void @first() !sycl_declared_aspects !0 !dbg !10 {
  %spill = alloca double
  %x = alloca double
  call void @llvm.dbg.declare(metadata ptr %x, metadata !30, metadata !DIExpression()), !dbg !20
  store double 1.0, ptr %x, !dbg !21
  ret void
}

define spir_kernel void @second() !sycl_declared_aspects !0 !dbg !11 {
  %x = alloca double
  store double 1.0, ptr %x, !dbg !22
  call void @instance1(), !dbg !23
  call void @instance2(), !dbg !23
  ret void
}

define internal void @instance1() !dbg !12 {
  %y = alloca double
  store double 1.0, ptr %y, !dbg !24
  ret void
}

define internal void @instance2() !dbg !13 {
  %y = alloca double
  store double 1.0, ptr %y, !dbg !25
  ret void
}

declare void @llvm.dbg.declare(metadata, metadata, metadata)

!0 = !{}
!10 = distinct !DISubprogram(name: "first", file: !102, line: 4, unit: !101, type: !104, spFlags: DISPFlagDefinition)
!11 = distinct !DISubprogram(name: "second", file: !102, line: 9, unit: !101, type: !104, spFlags: DISPFlagDefinition)
!12 = distinct !DISubprogram(name: "instance", file: !103, line: 20, unit: !101, type: !104, spFlags: DISPFlagDefinition)
!13 = distinct !DISubprogram(name: "instance", file: !103, line: 20, unit: !101, type: !104, spFlags: DISPFlagDefinition)
!20 = !DILocation(line: 5, column: 9, scope: !10)
!21 = !DILocation(line: 6, column: 5, scope: !10)
!22 = !DILocation(line: 5, column: 9, scope: !10, inlinedAt: !26)
!23 = !DILocation(line: 12, column: 3, scope: !11)
!24 = !DILocation(line: 21, column: 7, scope: !12)
!25 = !DILocation(line: 21, column: 7, scope: !13)
!26 = distinct !DILocation(line: 11, column: 3, scope: !11)
!30 = !DILocalVariable(name: "x", scope: !10, file: !102, line: 5, type: !31)
!31 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!llvm.module.flags = !{!100}
!llvm.dbg.cu = !{!101}
!100 = !{i32 2, !"Debug Info Version", i32 3}
!101 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !102, emissionKind: FullDebug)
!102 = !DIFile(filename: "k.cpp", directory: "HERE/build/sub")
!103 = !DIFile(filename: "inc/h.hpp", directory: "HERE")
!104 = !DISubroutineType(types: !105)
!105 = !{}
