; A generic pointer that is a member of a class, whose methods get a generic pointer to it: seen through at level 0, typed or not.
; RUN: sybil opt --passes=optimize -O0 -S %s
; LLVM: 15
; CHECK: define spir_kernel void @k(
; CHECK-NEXT: %{{.*}} = atomicrmw add i32 addrspace(1)* %p, i32 1 seq_cst
; CHECK-NEXT: ret void
target triple = "spir64-unknown-unknown"

%ref = type { i32 addrspace(4)* }

define spir_kernel void @k(i32 addrspace(1)* %p) #0 {
  %ref = alloca %ref
  %this = addrspacecast %ref* %ref to %ref addrspace(4)*
  %g = addrspacecast i32 addrspace(1)* %p to i32 addrspace(4)*
  call spir_func void @make(%ref addrspace(4)* %this, i32 addrspace(4)* %g)
  call spir_func void @add(%ref addrspace(4)* %this)
  ret void
}

define linkonce_odr spir_func void @make(%ref addrspace(4)* %this, i32 addrspace(4)* %p) #0 {
  %kept = alloca %ref addrspace(4)*
  store %ref addrspace(4)* %this, %ref addrspace(4)** %kept
  %again = load %ref addrspace(4)*, %ref addrspace(4)** %kept
  %m = getelementptr %ref, %ref addrspace(4)* %again, i32 0, i32 0
  store i32 addrspace(4)* %p, i32 addrspace(4)* addrspace(4)* %m
  ret void
}

define linkonce_odr spir_func void @add(%ref addrspace(4)* %this) #0 {
  %m = getelementptr %ref, %ref addrspace(4)* %this, i32 0, i32 0
  %p = load i32 addrspace(4)*, i32 addrspace(4)* addrspace(4)* %m
  %a = atomicrmw add i32 addrspace(4)* %p, i32 1 seq_cst
  ret void
}

attributes #0 = { noinline optnone }
