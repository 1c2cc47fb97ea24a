; A function that the device does not have is an error with the place of the call, if the module has it, and the caller.
; RUN: sybil opt --passes=retarget-nvptx -S %s
; EXIT: 1
; CHECK: kernel.cpp:7:3: error: __spirv_ImageWrite is not available on NVIDIA GPUs: images are not supported [nvptx-function]
; CHECK-NEXT: note: used in 'paint'
target triple = "spir64-unknown-unknown"

define spir_kernel void @paint(ptr addrspace(1) %image) !dbg !3 {
  call spir_func void @_Z18__spirv_ImageWriteI14ocl_image2d_woDv2_iDv4_fEvT_T0_T1_(ptr addrspace(1) %image), !dbg !5
  ret void
}

declare spir_func void @_Z18__spirv_ImageWriteI14ocl_image2d_woDv2_iDv4_fEvT_T0_T1_(ptr addrspace(1))

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "kernel.cpp", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "paint", file: !1, line: 5, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocation(line: 7, column: 3, scope: !3)
