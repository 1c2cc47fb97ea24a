; A block that stands before the one that dominates it, a loop of one block with a hint: valid SPIR-V all the same.
; LLVM: 15
; REQUIRES: llvm-spirv-15
; REQUIRES: spirv-val
; RUN: sybil translate %s -o %t.spv
; RUN: spirv-val %t.spv && echo valid
; RUN: spirv-dis %t.spv
; CHECK: valid
; CHECK: OpLoopMerge {{.*}} DontUnroll
; CHECK-NEXT: OpBranch
target triple = "spir64-unknown-unknown"

define spir_kernel void @wrong(i32 %n) {
  br label %loop

body:
  %more = add i32 %i, 1
  br label %loop

loop:
  %i = phi i32 [ 0, %0 ], [ %more, %body ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %done

done:
  ret void
}

define spir_kernel void @hint(i32 %n, i1 %c) {
  br i1 %c, label %loop, label %out

out:
  ret void

loop:
  %i = phi i32 [ 0, %0 ], [ %more, %loop ]
  %more = add i32 %i, 1
  %d = icmp ult i32 %i, %n
  br i1 %d, label %loop, label %out, !llvm.loop !0
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
