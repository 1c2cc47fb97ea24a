; The shortest chain from a kernel to what brings an aspect in; double that is computed with is told from double that is
; only moved and converted.
; RUN: sybil opt --passes=propagate-aspects --explain=Foo:fp16 %s
; RUN: sybil opt --passes=propagate-aspects --explain=_ZTS3Foo:6 %s
; RUN: sybil opt --passes=propagate-aspects --explain=convert %s
; RUN: sybil opt --passes=propagate-aspects --explain=Foo:fp16 -j %s
; CHECK: kernel: Foo
; CHECK: fp16
; CHECK: number: 5
; CHECK: brought in by: instruction
; CHECK: instruction: %s = alloca %S
; CHECK: type: class.half
; CHECK: at: /src/hw.cpp:27:4
; CHECK: Foo
; CHECK: bar /src/hw.cpp:15:3
; CHECK: boo(double*)
; CHECK: kernel: Foo
; CHECK-NOT: fp16
; CHECK: fp64
; CHECK: use: arithmetic
; CHECK: instruction: %x = load i32, ptr @g
; CHECK: type: double
; CHECK: arithmetic:
; CHECK: instruction: %y = fadd double %x, %x
; CHECK: at: /src/hw.cpp:28:5
; CHECK: kernel: convert
; CHECK: fp64
; CHECK: use: conversion only
; CHECK: instruction: %e = fpext float %f to double
; CHECK: image
; CHECK: use: declared only
; CHECK: brought in by: device_has of the function
; CHECK: "kernel": "_ZTS3Foo"
; CHECK: "brought_in_by": "instruction"

%class.half = type { i16 }
%S = type { i32, [4 x %class.half] }

@g = global double 1.0

define internal void @_Z3booPd(ptr %q) !dbg !20 {
  %s = alloca %S, !dbg !21
  %x = load double, ptr %q, !dbg !21
  %y = fadd double %x, %x, !dbg !24
  ret void
}

define internal i32 @bar(ptr %p) {
  call void @_Z3booPd(ptr null)
  %x = load i32, ptr @g
  ret i32 %x
}

define spir_kernel void @_ZTS3Foo() !dbg !22 {
  %x = call i32 @bar(ptr null), !dbg !23
  ret void
}

define spir_kernel void @convert(float %f) !sycl_declared_aspects !1 {
  %e = fpext float %f to double
  ret void
}

!sycl_types_that_use_aspects = !{!2}
!1 = !{i32 9}
!2 = !{!"class.half", i32 5}
!20 = distinct !DISubprogram(name: "boo", file: !102, line: 26, unit: !101, type: !103, spFlags: DISPFlagDefinition)
!21 = !DILocation(line: 27, column: 4, scope: !20)
!22 = distinct !DISubprogram(name: "k", file: !102, line: 14, unit: !101, type: !103, spFlags: DISPFlagDefinition)
!23 = !DILocation(line: 15, column: 3, scope: !22)
!24 = !DILocation(line: 28, column: 5, scope: !20)
!llvm.module.flags = !{!100}
!llvm.dbg.cu = !{!101}
!100 = !{i32 2, !"Debug Info Version", i32 3}
!101 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !102, emissionKind: FullDebug)
!102 = !DIFile(filename: "hw.cpp", directory: "/src")
!103 = !DISubroutineType(types: !104)
!104 = !{}
