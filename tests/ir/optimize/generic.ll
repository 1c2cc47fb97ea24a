; At level 0 variables become values, and pointers that may point anywhere pointers to where they point, through calls.
; RUN: sybil opt --passes=optimize -O0 -S %s
; LLVM: 15 19
; CHECK: define spir_kernel void @k(
; CHECK-NOT: alloca
; CHECK-NOT: addrspace(4)
; CHECK: atomicrmw add ptr addrspace(1) %p, i32 1
; CHECK: load i32, ptr addrspace(1) %p
; CHECK: call spir_func i32 @plain
; CHECK: ret void
; CHECK: define spir_func i32 @plain
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p) #0 {
  %a = alloca ptr addrspace(4)
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  store ptr addrspace(4) %g, ptr %a
  %r = load ptr addrspace(4), ptr %a
  %v = call spir_func i32 @add(ptr addrspace(4) %r)
  %w = call spir_func i32 @plain(i32 %v)
  store i32 %w, ptr addrspace(1) %p
  ret void
}

define internal spir_func i32 @add(ptr addrspace(4) %p) #0 {
  %a = atomicrmw add ptr addrspace(4) %p, i32 1 seq_cst
  %b = load i32, ptr addrspace(4) %p
  %c = add i32 %a, %b
  ret i32 %c
}

define spir_func i32 @plain(i32 %v) #0 {
  %c = mul i32 %v, 3
  ret i32 %c
}

attributes #0 = { noinline optnone }
