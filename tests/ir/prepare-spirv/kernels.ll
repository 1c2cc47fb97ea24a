; Functions, values and modes are meant by name in texts of a variable; sizes are filled up, alignments stated.
; RUN: sybil opt --passes=prepare-spirv,prepare-spirv -S %s

; CHECK: target triple = "spir64-unknown-unknown"
; CHECK: @sybil.decorations = private addrspace(1) constant i32 0, !spirv.Decorations ![[ALL:[0-9]+]]
; CHECK: define spir_kernel void @k(ptr addrspace(1) %a) !reqd_work_group_size ![[SIZE:[0-9]+]] {
; CHECK: %next.sybil.0 = getelementptr i32, ptr addrspace(1) %a, i64 1
; CHECK-NOT: !spirv.Decorations
; CHECK: call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 1 %a, ptr addrspace(1) align 4 %next.sybil.0, i64 4, i1 false)
; CHECK: !spirv.ExecutionMode = !{![[MODE:[0-9]+]]}
; CHECK: "sybil-decorate:function \22k\22 [5919:1][5917:4]"
; CHECK: "sybil-decorate:mode \22k\22 [6160:0]"
; CHECK: "sybil-decorate:function \22k\22 [6151]"
; CHECK: "sybil-decorate:value \22next.sybil.0\22 [6442:0,1]"
; CHECK: "sybil-decorate:mode \22k\22 [6461:128]"
; CHECK: ![[MODE]] = !{ptr @k, i32 4462, i32 32}
; CHECK: ![[SIZE]] = !{i64 8, i64 4, i64 1}
; LLVM: 15 19
target triple = "spirv64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %a) !spirv.Decorations !0 !reqd_work_group_size !5 !ip_interface !6 !stall_free !7 {
  %next = getelementptr i32, ptr addrspace(1) %a, i64 1, !spirv.Decorations !3
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %a, ptr addrspace(1) align 4 %next, i64 4, i1 false)
  ret void
}

declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)

!spirv.ExecutionMode = !{!8, !9}
!0 = !{!1, !2}
!1 = !{i32 5919, i32 1}
!2 = !{i32 5917, i32 4}
!3 = !{!4}
!4 = !{i32 6442, i32 0, i32 1}
!5 = !{i64 8, i64 4}
!6 = !{!"csr"}
!7 = !{i32 1}
!8 = !{ptr @k, i32 4462, i32 32}
!9 = !{ptr @k, i32 6461, i32 128}
