; OpenCL C has no list of types: values of half, images of kernels and atomics of 64 bits are known. Not so in SYCL.
; RUN: sybil opt --passes=propagate-aspects -S %s
; RUN: sed 's/^!opencl.*/&\n!sycl_aspects = !{!3}/' %s | sybil opt --passes=propagate-aspects -S - | grep -c sycl_used_aspects; true

; CHECK: define spir_func half @halves({{.*}} !sycl_used_aspects ![[FP16:[0-9]+]]
; CHECK: define spir_kernel void @k({{.*}} !sycl_used_aspects ![[FP16]]
; CHECK: define spir_kernel void @picture({{.*}} !sycl_used_aspects ![[IMAGE:[0-9]+]]
; CHECK: define spir_kernel void @wide({{.*}} !sycl_used_aspects ![[ATOMIC64:[0-9]+]]
; CHECK: define spir_kernel void @rmw({{.*}} !sycl_used_aspects ![[ATOMIC64]]
; CHECK: define spir_kernel void @narrow(ptr addrspace(1) %p, i64 %n) !sycl_fixed_targets
; CHECK: define spir_kernel void @stored(ptr addrspace(1) %p) !sycl_fixed_targets
; CHECK: ![[FP16]] = !{i32 5}
; CHECK: ![[IMAGE]] = !{i32 9}
; CHECK: ![[ATOMIC64]] = !{i32 27}
; CHECK: 0
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z8atom_addPU3AS1Vll(ptr addrspace(1), i64)
declare spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1), i32)
declare spir_func void @_Z11atomic_initPU3AS4VU7_Atomicll(ptr addrspace(4), i64)
declare spir_func void @_Z11vstore_halffmPU3AS1Dh(float, i64, ptr addrspace(1))

define spir_func half @halves(ptr addrspace(1) %p) {
  %v = load half, ptr addrspace(1) %p
  %w = fmul half %v, 0xH4000
  ret half %w
}

define spir_kernel void @k(ptr addrspace(1) %p) {
  %v = call spir_func half @halves(ptr addrspace(1) %p)
  ret void
}

define spir_kernel void @picture(ptr addrspace(1) %i, ptr addrspace(1) %o) !kernel_arg_base_type !1 {
  ret void
}

define spir_kernel void @wide(ptr addrspace(1) %p) {
  %v = call spir_func i64 @_Z8atom_addPU3AS1Vll(ptr addrspace(1) %p, i64 1)
  ret void
}

define spir_kernel void @rmw(ptr addrspace(1) %p) {
  %v = atomicrmw add ptr addrspace(1) %p, i64 1 seq_cst
  ret void
}

define spir_kernel void @narrow(ptr addrspace(1) %p, i64 %n) {
  %v = call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %p, i32 1)
  %w = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  call spir_func void @_Z11atomic_initPU3AS4VU7_Atomicll(ptr addrspace(4) %g, i64 %n)
  ret void
}

define spir_kernel void @stored(ptr addrspace(1) %p) {
  call spir_func void @_Z11vstore_halffmPU3AS1Dh(float 1.0, i64 0, ptr addrspace(1) %p)
  ret void
}

!opencl.ocl.version = !{!0}
!0 = !{i32 2, i32 0}
!1 = !{!"image2d_t", !"float*"}
!3 = !{!"fp64", i32 6}
