; Drivers learn that ids in a work-group are below 2^31, after LLVM's passes: a sum stays a sum. Not at level 0, for other
; ids, other targets, or functions of the module with such a name.
; RUN: sybil opt --passes=optimize -S %s
; RUN: sybil opt --passes=optimize -O0 -S %s | grep -c llvm.assume || true; sed 's/spir64-/nvptx64-/' %s | sybil opt --passes=optimize -S - | grep -c llvm.assume || true
; RUN: sed '/^declare.*LocalInvocation/d; s/^; with a body: //' %s | sybil opt --passes=optimize -S - | grep -c llvm.assume || true
; LLVM: 15 19
; CHECK: define spir_kernel void @k(
; CHECK: %local = {{.*}}call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
; CHECK-NEXT: [[SMALL:%.*]] = icmp ult i64 %local, 2147483648
; CHECK-NEXT: call void @llvm.assume(i1 [[SMALL]])
; CHECK-NOT: llvm.assume
; CHECK-15: add {{.*}}i64 %local, 128
; CHECK: ret void
; CHECK: declare void @llvm.assume
; CHECK: {{^}}0
; CHECK-NEXT: {{^}}0
; CHECK-NEXT: {{^}}0
target triple = "spir64-unknown-unknown"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"

define spir_kernel void @k(ptr addrspace(1) %p) {
entry:
  %local = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %global = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %c = icmp ult i64 %local, 128
  br i1 %c, label %use, label %done
use:
  %above = add i64 %local, 128
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %above
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr inbounds float, ptr addrspace(1) %p, i64 %global
  store float %v, ptr addrspace(1) %b
  br label %done
done:
  ret void
}

declare spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
; with a body: define spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 %d) noinline { ret i64 7 }
