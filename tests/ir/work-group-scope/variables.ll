; The leader runs the code, variables are in local memory, and all work-items run parallel_for_work_item with their own closure.
; RUN: sybil opt --passes=work-group-scope %s -S -o once.ll; sybil opt --passes=work-group-scope once.ll -S -o twice.ll; cmp once.ll twice.ll; cat once.ll
; CHECK: @[[OBJECT:sybil.shared[.0-9]*]] = internal addrspace(3) global [8 x i8] undef, align 8
; CHECK: @[[GROUP:sybil.shared[.0-9]*]] = internal addrspace(3) global [8 x i8] undef, align 8
; CHECK: @[[N:sybil.shared[.0-9]*]] = internal addrspace(3) global i32 undef, align 4
; CHECK: @[[CLOSURE:sybil.shared[.0-9]*]] = internal addrspace(3) global %class.anon undef, align 8
; CHECK: @[[CONDITION:sybil.value[.0-9]*]] = internal addrspace(3) global i8 undef, align 1
; CHECK: define internal spir_func void @scope(
; CHECK: [[COPY:%[0-9]+]] = alloca %class.anon, align 8
; CHECK: call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 2)
; CHECK: [[LEADER:%[0-9]+]] = icmp eq i64 {{%[0-9]+}}, 0
; CHECK-NOT: ControlBarrier
; CHECK: br i1 [[LEADER]], label %[[RUN:[0-9a-z]+]], label %[[REST:[0-9a-z]+]]
; CHECK: [[RUN]]:
; CHECK-NEXT: call void @llvm.memcpy{{.*}}(ptr addrspace(3) align 8 @[[GROUP]], ptr align 8 %group, i64 8, i1 false)
; CHECK-NEXT: call void @llvm.memcpy{{.*}}(ptr addrspace(3) align 8 @[[OBJECT]], ptr addrspace(4) align 8 %this, i64 8, i1 false)
; CHECK: store i32 5, ptr addrspace(4) addrspacecast (ptr addrspace(3) @[[N]] to ptr addrspace(4))
; CHECK: store ptr addrspace(4) addrspacecast (ptr addrspace(3) @[[N]] to ptr addrspace(4)), ptr addrspace(4) {{%[0-9]+}}
; CHECK-NEXT: br label %[[REST]]
; CHECK: [[REST]]:
; CHECK-NEXT: call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 784)
; CHECK-NEXT: call void @llvm.memcpy{{.*}}(ptr align 8 [[COPY]], ptr addrspace(4) align 8 addrspacecast (ptr addrspace(3) @[[CLOSURE]] to ptr addrspace(4)), i64 8, i1 false)
; CHECK-NEXT: call spir_func void @work_item(ptr addrspace(4) addrspacecast (ptr addrspace(3) @[[GROUP]] to ptr addrspace(4)), ptr byval(%class.anon) [[COPY]])
; CHECK-NEXT: call spir_func void @_Z22__spirv_ControlBarrieriii(
; CHECK-NEXT: br i1 [[LEADER]], label %[[LOAD:[0-9a-z]+]], label %[[TEST:[0-9a-z]+]]
; CHECK: [[LOAD]]:
; CHECK: icmp
; CHECK-NEXT: zext
; CHECK-NEXT: store i8 {{%[0-9]+}}, ptr addrspace(3) @[[CONDITION]]
; CHECK: [[TEST]]:
; CHECK-NEXT: call spir_func void @_Z22__spirv_ControlBarrieriii(
; CHECK-NEXT: load i8, ptr addrspace(3) @[[CONDITION]]
; CHECK-NEXT: trunc
; CHECK-NEXT: br i1
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

%class.group = type { i64 }
%class.anon = type { ptr addrspace(4) }

define internal spir_func void @scope(ptr addrspace(4) align 8 dereferenceable_or_null(8) %this, ptr byval(%class.group) align 8 %group) #0 {
  %n = alloca i32, align 4
  %c = alloca %class.anon, align 8
  %n4 = addrspacecast ptr %n to ptr addrspace(4)
  %c4 = addrspacecast ptr %c to ptr addrspace(4)
  %g4 = addrspacecast ptr %group to ptr addrspace(4)
  %captured = load i64, ptr addrspace(4) %this
  store i32 5, ptr addrspace(4) %n4
  %field = getelementptr inbounds %class.anon, ptr addrspace(4) %c4, i32 0, i32 0
  store ptr addrspace(4) %n4, ptr addrspace(4) %field
  %c0 = addrspacecast ptr addrspace(4) %c4 to ptr
  call spir_func void @work_item(ptr addrspace(4) %g4, ptr byval(%class.anon) %c0)
  %v = load i32, ptr addrspace(4) %n4
  %again = icmp eq i32 %v, 6
  br i1 %again, label %yes, label %no
yes:
  store i32 7, ptr addrspace(4) %n4
  br label %no
no:
  ret void
}

define internal spir_func void @work_item(ptr addrspace(4) %this, ptr byval(%class.anon) %f) #1 {
  ret void
}

define spir_kernel void @k() {
  %o = alloca i64
  %g = alloca %class.group
  %o4 = addrspacecast ptr %o to ptr addrspace(4)
  call spir_func void @scope(ptr addrspace(4) %o4, ptr byval(%class.group) %g)
  ret void
}

attributes #0 = { "sybil-work-group-scope" }
attributes #1 = { "sybil-work-item-scope"="parallel_for_work_item" }
