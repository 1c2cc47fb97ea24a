; Default values take the place of the calls, and nothing is left to set.
; RUN: sybil opt --passes=spec-constants-default,spec-constants-default -S %s
; CHECK-NOT: @name
; CHECK-NOT: @id
; CHECK: define spir_kernel void @k
; CHECK-NEXT: %memory = alloca %struct.S
; CHECK-NEXT: store i1 true, ptr addrspace(1) %p
; CHECK-NEXT: store %struct.S { double 1.000000e+00, [2 x i8] c"\02\03" }, ptr %memory, align 8
; CHECK-NEXT: store <2 x i32> <i32 3, i32 -1>, ptr addrspace(1) %p
; CHECK-NEXT: store half 0xH3C00, ptr addrspace(1) %p
; CHECK-NEXT: store i64 0, ptr addrspace(1) %p
; CHECK-NEXT: %array = alloca float, i32 12, align 16
; CHECK-NEXT: store ptr %array, ptr addrspace(1) %p
; CHECK-NEXT: ret void
; CHECK-NOT: !sycl
; LLVM: 15 19
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

%struct.S = type { double, [2 x i8] }
@name.b = private constant [5 x i8] c"bool\00"
@name.s = private constant [7 x i8] c"struct\00"
@name.v = private constant [7 x i8] c"vector\00"
@name.h = private constant [5 x i8] c"half\00"
@name.u = private constant [6 x i8] c"undef\00"
@name.n = private constant [2 x i8] c"n\00"
@id.b = internal constant { i8 } { i8 1 }
@id.s = internal constant { %struct.S } { %struct.S { double 1.0, [2 x i8] c"\02\03" } }
@id.v = internal constant <{ i32, i32 }> <{ i32 3, i32 -1 }>
@id.h = internal constant { half } { half 1.0 }
@id.u = internal constant { i64 } undef
@id.n = internal constant { i32 } { i32 12 }

define spir_kernel void @k(ptr addrspace(1) %p) {
  %memory = alloca %struct.S
  %b = call i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr @name.b, ptr @id.b, ptr null)
  store i1 %b, ptr addrspace(1) %p
  call void @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(ptr sret(%struct.S) align 8 %memory, ptr @name.s, ptr @id.s, ptr null)
  %v = call <2 x i32> @_Z40__sycl_getComposite2020SpecConstantValueIDv2_iET_PKcPKvS4_(ptr @name.v, ptr @id.v, ptr null)
  store <2 x i32> %v, ptr addrspace(1) %p
  %h = call half @_Z37__sycl_getScalar2020SpecConstantValueIDhET_PKcPKvS4_(ptr @name.h, ptr @id.h, ptr null)
  store half %h, ptr addrspace(1) %p
  %u = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @name.u, ptr @id.u, ptr null)
  store i64 %u, ptr addrspace(1) %p
  %array = call ptr @llvm.sycl.alloca.p0.p0.p0.p0.f32(ptr @name.n, ptr @id.n, ptr null, float 0.0, i64 16)
  store ptr %array, ptr addrspace(1) %p
  ret void
}

declare i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr, ptr, ptr)
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr, ptr, ptr)
declare half @_Z37__sycl_getScalar2020SpecConstantValueIDhET_PKcPKvS4_(ptr, ptr, ptr)
declare <2 x i32> @_Z40__sycl_getComposite2020SpecConstantValueIDv2_iET_PKcPKvS4_(ptr, ptr, ptr)
declare void @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(ptr sret(%struct.S), ptr, ptr, ptr)
declare ptr @llvm.sycl.alloca.p0.p0.p0.p0.f32(ptr, ptr, ptr, float, i64)
