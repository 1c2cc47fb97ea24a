; A choice between literals is one between copies of them in constant memory. What is not known is warned of at the call.
; RUN: sybil opt --passes=prepare-spirv -S %s

; CHECK: %[[INNER:.*]] = select i1 %d, ptr addrspace(2) @[[FORMAT:.*]], ptr addrspace(2) @[[WORD:.*]]
; CHECK-NEXT: %[[CHOICE:.*]] = select i1 %c, ptr addrspace(2) @{{.*}}, ptr addrspace(2) %[[INNER]]
; CHECK-NEXT: call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) %[[CHOICE]], i32 1)
; CHECK-NOT: in 'chosen'
; CHECK: /src.cpp:7:3: warning: the format of printf in 'half' is not a literal{{.*}} [-Wprintf-format]
; CHECK-NOT: -g
; CHECK-NOT: warning
target triple = "spir64-unknown-unknown"

@format = private unnamed_addr addrspace(1) constant [7 x i8] c"%d %s\0A\00"
@word = private unnamed_addr addrspace(1) constant [4 x i8] c"all\00"

declare spir_func i32 @_Z18__spirv_ocl_printfPU3AS4Kcz(ptr addrspace(4), ...)

define spir_func void @chosen(i1 %c, i1 %d) {
  %inner = select i1 %d, ptr addrspace(1) @format, ptr addrspace(1) @word
  %cast = addrspacecast ptr addrspace(1) %inner to ptr addrspace(4)
  %text = select i1 %c, ptr addrspace(4) addrspacecast (ptr addrspace(1) @word to ptr addrspace(4)), ptr addrspace(4) %cast
  %r = call spir_func i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPU3AS4Kcz(ptr addrspace(4) %text, i32 1)
  ret void
}

define spir_func void @half(i1 %c, ptr addrspace(4) %given) !dbg !4 {
  %text = select i1 %c, ptr addrspace(4) addrspacecast (ptr addrspace(1) @word to ptr addrspace(4)), ptr addrspace(4) %given
  %r = call spir_func i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPU3AS4Kcz(ptr addrspace(4) %text, i32 1), !dbg !5
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "src.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !6)
!4 = distinct !DISubprogram(name: "half", scope: !1, file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 7, column: 3, scope: !4)
!6 = !{}
