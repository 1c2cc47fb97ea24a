; Kernels as clang 15 makes them from a few lines of OpenCL C, with debug information: what tests/ir/damage damages.
source_filename = "k.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.S = type { double, [4 x i32] }

; Function Attrs: mustprogress nofree norecurse nosync nounwind readnone willreturn
define dso_local spir_func float @h(float noundef %0) local_unnamed_addr #0 !dbg !8 {
  call void @llvm.dbg.value(metadata float %0, metadata !13, metadata !DIExpression(DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef)), !dbg !14
  %2 = fmul float %0, 2.000000e+00, !dbg !15
  ret float %2, !dbg !16
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: argmemonly nofree norecurse nosync nounwind
define dso_local spir_kernel void @k(ptr addrspace(1) nocapture noundef align 4 %0, ptr nocapture noundef readonly byval(%struct.S) align 8 %1) local_unnamed_addr #2 !dbg !17 !kernel_arg_addr_space !35 !kernel_arg_access_qual !36 !kernel_arg_type !37 !kernel_arg_base_type !37 !kernel_arg_type_qual !38 {
  call void @llvm.dbg.value(metadata ptr addrspace(1) %0, metadata !31, metadata !DIExpression(DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef)), !dbg !39
  call void @llvm.dbg.declare(metadata ptr %1, metadata !32, metadata !DIExpression(DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef)), !dbg !40
  call void @llvm.dbg.value(metadata i32 0, metadata !33, metadata !DIExpression(DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef)), !dbg !41
  %3 = load double, ptr %1, align 8, !tbaa !42
  call void @llvm.dbg.value(metadata i32 0, metadata !33, metadata !DIExpression(DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef)), !dbg !41
  br label %5, !dbg !47

4:                                                ; preds = %5
  ret void, !dbg !48

5:                                                ; preds = %2, %5
  %6 = phi i32 [ 0, %2 ], [ %14, %5 ]
  call void @llvm.dbg.value(metadata i32 %6, metadata !33, metadata !DIExpression(DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef)), !dbg !41
  %7 = zext i32 %6 to i64, !dbg !49
  %8 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %7, !dbg !49
  %9 = load float, ptr addrspace(1) %8, align 4, !dbg !49, !tbaa !51
  call void @llvm.dbg.value(metadata float %9, metadata !13, metadata !DIExpression(DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef)), !dbg !53
  %10 = fmul float %9, 2.000000e+00, !dbg !55
  %11 = fpext float %10 to double, !dbg !56
  %12 = fadd double %3, %11, !dbg !57
  %13 = fptrunc double %12 to float, !dbg !56
  store float %13, ptr addrspace(1) %8, align 4, !dbg !58, !tbaa !51
  %14 = add nuw nsw i32 %6, 1, !dbg !59
  call void @llvm.dbg.value(metadata i32 %14, metadata !33, metadata !DIExpression(DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef)), !dbg !41
  %15 = icmp ult i32 %6, 9, !dbg !60
  br i1 %15, label %5, label %4, !dbg !47, !llvm.loop !61
}

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @k2(ptr addrspace(1) nocapture noundef align 4 %0, ptr addrspace(3) nocapture noundef align 4 %1) local_unnamed_addr #3 !dbg !64 !kernel_arg_addr_space !72 !kernel_arg_access_qual !36 !kernel_arg_type !73 !kernel_arg_base_type !73 !kernel_arg_type_qual !38 {
  call void @llvm.dbg.value(metadata ptr addrspace(1) %0, metadata !70, metadata !DIExpression(DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef)), !dbg !74
  call void @llvm.dbg.value(metadata ptr addrspace(3) %1, metadata !71, metadata !DIExpression(DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef)), !dbg !74
  %3 = load i32, ptr addrspace(1) %0, align 4, !dbg !75, !tbaa !76
  switch i32 %3, label %7 [
    i32 1, label %4
    i32 2, label %5
  ], !dbg !78

4:                                                ; preds = %2
  store i32 1, ptr addrspace(3) %1, align 4, !dbg !79, !tbaa !76
  br label %7, !dbg !81

5:                                                ; preds = %2
  %6 = getelementptr inbounds i32, ptr addrspace(3) %1, i64 3, !dbg !82
  store i32 7, ptr addrspace(3) %6, align 4, !dbg !83, !tbaa !76
  br label %7, !dbg !84

7:                                                ; preds = %5, %2, %4
  tail call spir_func void @_Z7barrierj(i32 noundef 1) #6, !dbg !85
  %8 = load i32, ptr addrspace(3) %1, align 4, !dbg !86, !tbaa !76
  %9 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 1, !dbg !87
  store i32 %8, ptr addrspace(1) %9, align 4, !dbg !88, !tbaa !76
  ret void, !dbg !89
}

; Function Attrs: convergent
declare !dbg !90 dso_local spir_func void @_Z7barrierj(i32 noundef) local_unnamed_addr #4

; Function Attrs: nocallback nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #5

attributes #0 = { mustprogress nofree norecurse nosync nounwind readnone willreturn "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { argmemonly nofree norecurse nosync nounwind "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #3 = { convergent norecurse nounwind "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #4 = { convergent "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { nocallback nofree nosync nounwind readnone speculatable willreturn }
attributes #6 = { convergent nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5}
!opencl.ocl.version = !{!6}
!opencl.spir.version = !{!6}
!llvm.ident = !{!7}

!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang version 15.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src", checksumkind: CSK_MD5, checksum: "8d16d418030df1e9b545f1921ca62108")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"frame-pointer", i32 2}
!6 = !{i32 1, i32 2}
!7 = !{!"clang version 15.0.6"}
!8 = distinct !DISubprogram(name: "h", scope: !1, file: !1, line: 2, type: !9, scopeLine: 2, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !12)
!9 = !DISubroutineType(cc: DW_CC_LLVM_SpirFunction, types: !10)
!10 = !{!11, !11}
!11 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!12 = !{!13}
!13 = !DILocalVariable(name: "a", arg: 1, scope: !8, file: !1, line: 2, type: !11)
!14 = !DILocation(line: 0, scope: !8)
!15 = !DILocation(line: 2, column: 28, scope: !8)
!16 = !DILocation(line: 2, column: 20, scope: !8)
!17 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 3, type: !18, scopeLine: 3, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !30)
!18 = !DISubroutineType(cc: DW_CC_LLVM_OpenCLKernel, types: !19)
!19 = !{null, !20, !21}
!20 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !11, size: 64, dwarfAddressSpace: 1)
!21 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, line: 1, size: 192, elements: !22)
!22 = !{!23, !25}
!23 = !DIDerivedType(tag: DW_TAG_member, name: "d", scope: !21, file: !1, line: 1, baseType: !24, size: 64)
!24 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !21, file: !1, line: 1, baseType: !26, size: 128, offset: 64)
!26 = !DICompositeType(tag: DW_TAG_array_type, baseType: !27, size: 128, elements: !28)
!27 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!28 = !{!29}
!29 = !DISubrange(count: 4)
!30 = !{!31, !32, !33}
!31 = !DILocalVariable(name: "p", arg: 1, scope: !17, file: !1, line: 3, type: !20)
!32 = !DILocalVariable(name: "s", arg: 2, scope: !17, file: !1, line: 3, type: !21)
!33 = !DILocalVariable(name: "i", scope: !34, file: !1, line: 3, type: !27)
!34 = distinct !DILexicalBlock(scope: !17, file: !1, line: 3, column: 45)
!35 = !{i32 1, i32 0}
!36 = !{!"none", !"none"}
!37 = !{!"float*", !"struct S"}
!38 = !{!"", !""}
!39 = !DILocation(line: 0, scope: !17)
!40 = !DILocation(line: 3, column: 41, scope: !17)
!41 = !DILocation(line: 0, scope: !34)
!42 = !{!43, !44, i64 0}
!43 = !{!"S", !44, i64 0, !45, i64 8}
!44 = !{!"double", !45, i64 0}
!45 = !{!"omnipotent char", !46, i64 0}
!46 = !{!"Simple C/C++ TBAA"}
!47 = !DILocation(line: 3, column: 45, scope: !34)
!48 = !DILocation(line: 3, column: 85, scope: !17)
!49 = !DILocation(line: 3, column: 74, scope: !50)
!50 = distinct !DILexicalBlock(scope: !34, file: !1, line: 3, column: 45)
!51 = !{!52, !52, i64 0}
!52 = !{!"float", !45, i64 0}
!53 = !DILocation(line: 0, scope: !8, inlinedAt: !54)
!54 = distinct !DILocation(line: 3, column: 72, scope: !50)
!55 = !DILocation(line: 2, column: 28, scope: !8, inlinedAt: !54)
!56 = !DILocation(line: 3, column: 72, scope: !50)
!57 = !DILocation(line: 3, column: 79, scope: !50)
!58 = !DILocation(line: 3, column: 71, scope: !50)
!59 = !DILocation(line: 3, column: 63, scope: !50)
!60 = !DILocation(line: 3, column: 58, scope: !50)
!61 = distinct !{!61, !47, !62, !63}
!62 = !DILocation(line: 3, column: 82, scope: !34)
!63 = !{!"llvm.loop.unroll.disable"}
!64 = distinct !DISubprogram(name: "k2", scope: !1, file: !1, line: 4, type: !65, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !69)
!65 = !DISubroutineType(cc: DW_CC_LLVM_OpenCLKernel, types: !66)
!66 = !{null, !67, !68}
!67 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !27, size: 64, dwarfAddressSpace: 1)
!68 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !27, size: 64, dwarfAddressSpace: 3)
!69 = !{!70, !71}
!70 = !DILocalVariable(name: "p", arg: 1, scope: !64, file: !1, line: 4, type: !67)
!71 = !DILocalVariable(name: "q", arg: 2, scope: !64, file: !1, line: 4, type: !68)
!72 = !{i32 1, i32 3}
!73 = !{!"int*", !"int*"}
!74 = !DILocation(line: 0, scope: !64)
!75 = !DILocation(line: 4, column: 52, scope: !64)
!76 = !{!77, !77, i64 0}
!77 = !{!"int", !45, i64 0}
!78 = !DILocation(line: 4, column: 45, scope: !64)
!79 = !DILocation(line: 4, column: 70, scope: !80)
!80 = distinct !DILexicalBlock(scope: !64, file: !1, line: 4, column: 57)
!81 = !DILocation(line: 4, column: 73, scope: !80)
!82 = !DILocation(line: 4, column: 88, scope: !80)
!83 = !DILocation(line: 4, column: 92, scope: !80)
!84 = !DILocation(line: 4, column: 95, scope: !80)
!85 = !DILocation(line: 4, column: 97, scope: !64)
!86 = !DILocation(line: 4, column: 114, scope: !64)
!87 = !DILocation(line: 4, column: 109, scope: !64)
!88 = !DILocation(line: 4, column: 113, scope: !64)
!89 = !DILocation(line: 4, column: 120, scope: !64)
!90 = !DISubprogram(name: "barrier", linkageName: "_Z7barrierj", scope: !1, file: !1, line: 4, type: !91, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagOptimized, retainedNodes: !97)
!91 = !DISubroutineType(cc: DW_CC_LLVM_SpirFunction, types: !92)
!92 = !{null, !93}
!93 = !DIDerivedType(tag: DW_TAG_typedef, name: "cl_mem_fence_flags", file: !94, line: 348, baseType: !95)
!94 = !DIFile(filename: "opencl-c-base.h", directory: "", checksumkind: CSK_MD5, checksum: "aaeb1e16a78b41afe42f126f38dba995")
!95 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint", file: !94, line: 105, baseType: !96)
!96 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!97 = !{}
