; A function that is only declared: a call of it is the cause when its type uses the aspect, also after a run before. When
; its metadata does, the function is, and the place is the call's.
; RUN: sybil opt --passes=propagate-aspects --device-config=%S/_devices.yaml --fixed-targets=small -S %s -o %t
; RUN: sybil opt --passes=propagate-aspects --device-config=%S/_devices.yaml --fixed-targets=small %t -o /dev/null
; RUN: sybil opt --passes=propagate-aspects --explain=k:fp64 %s
; CHECK: /src/hw.cpp:5:3: warning: function 'foo' uses aspect 'fp64' not listed in 'sycl::device_has'
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: foo()
; CHECK-NEXT: /src/hw.cpp:6:3: warning: function 'foo' uses aspect 'image' not listed
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: foo()
; CHECK-NEXT: stated() /src/hw.cpp:6:3
; CHECK-NEXT: /src/hw.cpp:5:3: warning: function 'foo' uses aspect 'fp64', which fixed target 'small' lacks
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: k()
; CHECK-NEXT: foo() /src/hw.cpp:2:3
; CHECK-NEXT: /src/hw.cpp:6:3: warning: function 'stated' uses aspect 'image', which fixed target 'small' lacks
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: k()
; CHECK-NEXT: foo() /src/hw.cpp:2:3
; CHECK-NEXT: stated() /src/hw.cpp:6:3
; CHECK-NEXT: /src/hw.cpp:5:3: warning: function 'foo' uses aspect 'fp64' not listed in 'sycl::device_has'
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: foo()
; CHECK-NEXT: /src/hw.cpp:6:3: warning: function 'foo' uses aspect 'image' not listed
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: foo()
; CHECK-NEXT: stated() /src/hw.cpp:6:3
; CHECK-NEXT: /src/hw.cpp:5:3: warning: function 'foo' uses aspect 'fp64', which fixed target 'small' lacks
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: k()
; CHECK-NEXT: foo() /src/hw.cpp:2:3
; CHECK-NEXT: /src/hw.cpp:6:3: warning: function 'stated' uses aspect 'image', which fixed target 'small' lacks
; CHECK-NEXT: note: use is from this call chain:
; CHECK-NEXT: k()
; CHECK-NEXT: foo() /src/hw.cpp:2:3
; CHECK-NEXT: stated() /src/hw.cpp:6:3
; CHECK-NOT: warning
; CHECK: instruction: %x = call double @builtin(double 1.000000e+00)
; CHECK-NOT: builtin

define spir_kernel void @k() !dbg !10 {
  call void @foo(), !dbg !20
  ret void
}

define internal void @foo() !sycl_declared_aspects !0 !dbg !11 {
  %x = call double @builtin(double 1.0), !dbg !21
  call void @stated(), !dbg !22
  ret void
}

declare double @builtin(double)
declare !sycl_used_aspects !1 void @stated()

!0 = !{}
!1 = !{i32 9}
!10 = distinct !DISubprogram(name: "k", file: !102, line: 1, unit: !101, type: !103, spFlags: DISPFlagDefinition)
!11 = distinct !DISubprogram(name: "foo", file: !102, line: 4, unit: !101, type: !103, spFlags: DISPFlagDefinition)
!20 = !DILocation(line: 2, column: 3, scope: !10)
!21 = !DILocation(line: 5, column: 3, scope: !11)
!22 = !DILocation(line: 6, column: 3, scope: !11)
!llvm.module.flags = !{!100}
!llvm.dbg.cu = !{!101}
!100 = !{i32 2, !"Debug Info Version", i32 3}
!101 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !102, emissionKind: FullDebug)
!102 = !DIFile(filename: "hw.cpp", directory: "/src")
!103 = !DISubroutineType(types: !104)
!104 = !{}
