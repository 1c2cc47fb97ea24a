; The leader runs a loop without parallel_for_work_item as a whole, also with several ways out that meet; other loops have barriers in
; each round.
; RUN: sybil opt --passes=work-group-scope %s -S
; CHECK: define internal spir_func void @alone(
; CHECK: [[LEADER:%[0-9]+]] = icmp eq
; CHECK: call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 784)
; CHECK: call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 784)
; CHECK-NEXT: br i1 [[LEADER]], label %head, label %[[AFTER:[0-9]+]]
; CHECK: head:
; CHECK-NOT: ControlBarrier
; CHECK: %more = icmp slt i32 %v, 100
; CHECK-NEXT: br i1 %more, label %body, label %finished
; CHECK: finished:
; CHECK-NEXT: br label %[[AFTER]]
; CHECK: body:
; CHECK-NEXT: %found = add i32 %v, 1
; CHECK-NEXT: store i32 %found, ptr addrspace(4)
; CHECK-NEXT: %stop = icmp eq i32 %found, 50
; CHECK-NEXT: br i1 %stop, label %broken, label %head
; CHECK: broken:
; CHECK-NEXT: br label %[[AFTER]]
; CHECK: [[AFTER]]:
; CHECK-NEXT: call spir_func void @_Z22__spirv_ControlBarrieriii(
; CHECK-NEXT: br label %end
; CHECK: end:
; CHECK: define internal spir_func void @together(
; CHECK: head:
; CHECK-NEXT: call spir_func void @_Z22__spirv_ControlBarrieriii(
; CHECK: call spir_func void @work_item(
; CHECK: br label %head
target triple = "spir64-unknown-unknown"

define internal spir_func void @alone() #0 {
  %n = alloca i32, align 4
  %n4 = addrspacecast ptr %n to ptr addrspace(4)
  store i32 0, ptr addrspace(4) %n4
  br label %head
head:
  %v = load i32, ptr addrspace(4) %n4
  %more = icmp slt i32 %v, 100
  br i1 %more, label %body, label %finished
finished:
  br label %end
body:
  %found = add i32 %v, 1
  store i32 %found, ptr addrspace(4) %n4
  %stop = icmp eq i32 %found, 50
  br i1 %stop, label %broken, label %head
broken:
  br label %end
end:
  call spir_func void @work_item(i32 1)
  ret void
}

define internal spir_func void @together() #0 {
  %n = alloca i32, align 4
  %n4 = addrspacecast ptr %n to ptr addrspace(4)
  store i32 0, ptr addrspace(4) %n4
  br label %head
head:
  %v = load i32, ptr addrspace(4) %n4
  %more = icmp slt i32 %v, 100
  br i1 %more, label %body, label %end
body:
  call spir_func void @work_item(i32 %v)
  %next = add i32 %v, 1
  store i32 %next, ptr addrspace(4) %n4
  br label %head
end:
  ret void
}

define internal spir_func void @work_item(i32 %v) #1 {
  ret void
}

define spir_kernel void @k() {
  call spir_func void @alone()
  call spir_func void @together()
  ret void
}

attributes #0 = { "sybil-work-group-scope" }
attributes #1 = { "sybil-work-item-scope"="parallel_for_work_item" }
