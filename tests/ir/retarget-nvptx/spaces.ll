; Address spaces get the numbers of NVPTX, in types, constants, attributes and the names of intrinsics; casts that have become
; superfluous disappear, and names with dots are changed.
; RUN: sybil opt --passes=retarget-nvptx -S %s
; CHECK: target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
; CHECK: target triple = "nvptx64-nvidia-cuda"
; CHECK: %struct.pair = type { ptr, i64 }
; CHECK: @constant = addrspace(4) constant i32 7
; CHECK: @"_$str" = private unnamed_addr addrspace(1) constant [2 x i8] c"a\00"
; CHECK: @pointers = addrspace(1) constant [2 x ptr] [ptr addrspacecast (ptr addrspace(1) @"_$str" to ptr), ptr null]
; CHECK: @shared = internal addrspace(3) global i32 undef
; CHECK: define spir_kernel void @kernel(ptr addrspace(1) %p, ptr byval(%struct.pair) align 8 %s, ptr addrspace(3) %l)
; CHECK-NEXT: %private = alloca i32
; CHECK-NEXT: %g = addrspacecast ptr addrspace(1) %p to ptr
; CHECK-NEXT: %c = load i32, ptr addrspace(4) @constant
; CHECK-NEXT: store i32 %c, ptr %private
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr %g, ptr %s, i64 16, i1 false)
; CHECK-NEXT: call void @llvm.memcpy.p0.p4.i64(ptr %private, ptr addrspace(4) @constant, i64 4, i1 false)
; CHECK-NEXT: %r = call spir_func ptr @callee(ptr %private, ptr byval(%struct.pair) %s)
; CHECK-NEXT: %is = icmp eq ptr %r, null
; CHECK: define internal spir_func ptr @callee(ptr %a, ptr byval(%struct.pair) %b)
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

%struct.pair = type { ptr addrspace(4), i64 }

@constant = addrspace(2) constant i32 7
@.str = private unnamed_addr addrspace(1) constant [2 x i8] c"a\00"
@pointers = addrspace(1) constant [2 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr addrspace(1) @.str to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr null to ptr addrspace(4))]
@shared = internal addrspace(3) global i32 0

define spir_kernel void @kernel(ptr addrspace(1) %p, ptr byval(%struct.pair) align 8 %s, ptr addrspace(3) %l) {
  %private = alloca i32
  %q = addrspacecast ptr %private to ptr addrspace(4)
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %c = load i32, ptr addrspace(2) @constant
  store i32 %c, ptr addrspace(4) %q
  call void @llvm.memcpy.p4.p0.i64(ptr addrspace(4) %g, ptr %s, i64 16, i1 false)
  call void @llvm.memcpy.p4.p2.i64(ptr addrspace(4) %q, ptr addrspace(2) @constant, i64 4, i1 false)
  %r = call spir_func ptr addrspace(4) @callee(ptr addrspace(4) %q, ptr byval(%struct.pair) %s)
  %is = icmp eq ptr addrspace(4) %r, addrspacecast (ptr null to ptr addrspace(4))
  ret void
}

define internal spir_func ptr addrspace(4) @callee(ptr addrspace(4) %a, ptr byval(%struct.pair) %b) {
  ret ptr addrspace(4) %a
}

declare void @llvm.memcpy.p4.p0.i64(ptr addrspace(4), ptr, i64, i1)
declare void @llvm.memcpy.p4.p2.i64(ptr addrspace(4), ptr addrspace(2), i64, i1)
