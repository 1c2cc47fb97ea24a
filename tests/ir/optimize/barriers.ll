; Barriers at the ends of branches stay apart: merged, the path to a barrier may differ between work-items, and its operands are not constants.
; RUN: for l in 0 1 2 3 s z; do sybil opt --passes=optimize -O$l %s -S | grep 'call.*ControlBarrier'; done
; CHECK: (i32 2, i32 2, i32 272)
; CHECK-NEXT: (i32 2, i32 2, i32 784)
; CHECK-NEXT: (i32 2, i32 2, i32 272)
; CHECK-NEXT: (i32 2, i32 2, i32 784)
; CHECK-NEXT: (i32 2, i32 2, i32 272)
; CHECK-NEXT: (i32 2, i32 2, i32 784)
; CHECK-NEXT: (i32 2, i32 2, i32 272)
; CHECK-NEXT: (i32 2, i32 2, i32 784)
; CHECK-NEXT: (i32 2, i32 2, i32 272)
; CHECK-NEXT: (i32 2, i32 2, i32 784)
; CHECK-NEXT: (i32 2, i32 2, i32 272)
; CHECK-NEXT: (i32 2, i32 2, i32 784)
; CHECK-NOT: Barrier
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(i1 %c, ptr addrspace(1) %p) {
  br i1 %c, label %yes, label %no
yes:
  store i32 1, ptr addrspace(1) %p
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  br label %end
no:
  store i32 2, ptr addrspace(1) %p
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 784)
  br label %end
end:
  ret void
}

declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32) convergent
