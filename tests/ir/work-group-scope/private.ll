; private_memory and closures that refer to it are each work-item's own: all work-items run their constructors and stores. A value that
; the leader loaded reaches them through local memory, and a function that calls parallel_for_work_item is inlined.
; RUN: sybil opt --passes=work-group-scope %s -S
; CHECK: @[[N:sybil.shared[.0-9]*]] = internal addrspace(3) global i32 undef
; CHECK: @[[VALUE:sybil.value[.0-9]*]] = internal addrspace(3) global i32 undef
; CHECK: define internal spir_func void @scope(
; CHECK: [[OWN:%[0-9a-z]+]] = alloca %"class.sycl::_V1::private_memory"
; CHECK: [[CLOSURE:%[0-9a-z]+]] = alloca %class.anon
; CHECK: [[LEADER:%[0-9]+]] = icmp eq
; CHECK: call spir_func void @_ZN4sycl3_V114private_memoryIiLi1EEC2ERKNS0_5groupILi1EEE(ptr addrspace(4) [[OWN4:%[0-9a-z]+]], ptr
; CHECK: br i1 [[LEADER]]
; CHECK: store i32 5, ptr addrspace(4) addrspacecast (ptr addrspace(3) @[[N]]
; CHECK-NEXT: %v = load i32, ptr addrspace(4) addrspacecast (ptr addrspace(3) @[[N]]
; CHECK-NEXT: store i32 %v, ptr addrspace(3) @[[VALUE]]
; CHECK: call spir_func void @_Z22__spirv_ControlBarrieriii(
; CHECK-NEXT: store ptr addrspace(4) [[OWN4]], ptr addrspace(4) {{%[0-9a-z]+}}
; CHECK: [[LOADED:%[0-9]+]] = load i32, ptr addrspace(3) @[[VALUE]]
; CHECK-NEXT: store i32 [[LOADED]], ptr addrspace(4) {{%[0-9a-z]+}}
; CHECK: call spir_func void @work_item(ptr addrspace(4) {{.*}}, ptr byval(%class.anon)
; CHECK-NEXT: ret void
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

%class.group = type { i64 }
%class.anon = type { ptr addrspace(4), i32 }
%"class.sycl::_V1::private_memory" = type { i32 }

define internal spir_func void @scope(ptr byval(%class.group) align 8 %group) #0 {
  %n = alloca i32, align 4
  %own = alloca %"class.sycl::_V1::private_memory", align 4
  %c = alloca %class.anon, align 8
  %n4 = addrspacecast ptr %n to ptr addrspace(4)
  %own4 = addrspacecast ptr %own to ptr addrspace(4)
  %c4 = addrspacecast ptr %c to ptr addrspace(4)
  %g4 = addrspacecast ptr %group to ptr addrspace(4)
  call spir_func void @_ZN4sycl3_V114private_memoryIiLi1EEC2ERKNS0_5groupILi1EEE(ptr addrspace(4) %own4, ptr addrspace(4) %g4)
  store i32 5, ptr addrspace(4) %n4
  %v = load i32, ptr addrspace(4) %n4
  %first = getelementptr inbounds %class.anon, ptr addrspace(4) %c4, i32 0, i32 0
  store ptr addrspace(4) %own4, ptr addrspace(4) %first
  %second = getelementptr inbounds %class.anon, ptr addrspace(4) %c4, i32 0, i32 1
  store i32 %v, ptr addrspace(4) %second
  call spir_func void @wrapper(ptr addrspace(4) %g4, ptr addrspace(4) %c4)
  ret void
}

define internal spir_func void @wrapper(ptr addrspace(4) %this, ptr addrspace(4) %f) {
  %f0 = addrspacecast ptr addrspace(4) %f to ptr
  call spir_func void @work_item(ptr addrspace(4) %this, ptr byval(%class.anon) %f0)
  ret void
}

define internal spir_func void @work_item(ptr addrspace(4) %this, ptr byval(%class.anon) %f) #1 {
  ret void
}

define internal spir_func void @_ZN4sycl3_V114private_memoryIiLi1EEC2ERKNS0_5groupILi1EEE(ptr addrspace(4) %this, ptr addrspace(4) %g) {
  ret void
}

define spir_kernel void @k() {
  %g = alloca %class.group
  call spir_func void @scope(ptr byval(%class.group) %g)
  ret void
}

attributes #0 = { "sybil-work-group-scope" }
attributes #1 = { "sybil-work-item-scope"="parallel_for_work_item" }
