; Emulation: one number for each constant, values at their alignment in the buffer, padding said with the one before it.
; RUN: sybil opt --passes=spec-constants-emulation,spec-constants-emulation -S %s
; CHECK: define ptx_kernel void @k
; CHECK-NEXT: %memory = alloca %struct.S
; CHECK-NEXT: [[A0:%[0-9]+]] = getelementptr i8, ptr %buffer, i32 0
; CHECK-NEXT: [[V0:%[0-9]+]] = load i8, ptr [[A0]], align 1
; CHECK-NEXT: %b = trunc i8 [[V0]] to i1
; CHECK: [[A1:%[0-9]+]] = getelementptr i8, ptr %buffer, i32 8
; CHECK-NEXT: [[V1:%[0-9]+]] = load %struct.S, ptr [[A1]], align 8
; CHECK-NEXT: store %struct.S [[V1]], ptr %memory
; CHECK: getelementptr i8, ptr %buffer, i32 24
; CHECK-NEXT: %i = load i32, ptr {{%[0-9]+}}, align 4
; CHECK: getelementptr i8, ptr %buffer, i32 0
; CHECK-NEXT: load i8
; CHECK-NEXT: %again = trunc
; CHECK: !{!"bool", i32 0, i32 0, i32 1, i32 -1, i32 1, i32 7}
; CHECK: !{!"struct", i32 1, i32 0, i32 16}
; CHECK: !{!"int", i32 2, i32 0, i32 4}
; CHECK: !{i8 1}
; CHECK: !{[7 x i8] zeroinitializer}
; CHECK: !{%struct.S { double 1.000000e+00, i8 2 }}
; CHECK: !{i32 3}
; LLVM: 15 19
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.S = type { double, i8 }
@name.b = private constant [5 x i8] c"bool\00"
@name.s = private constant [7 x i8] c"struct\00"
@name.i = private constant [4 x i8] c"int\00"
@id.b = internal constant { i8 } { i8 1 }
@id.s = internal constant { %struct.S } { %struct.S { double 1.0, i8 2 } }
@id.i = internal constant { i32 } { i32 3 }

define ptx_kernel void @k(ptr addrspace(1) %p, ptr %buffer) {
  %memory = alloca %struct.S
  %b = call i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr @name.b, ptr @id.b, ptr %buffer)
  store i1 %b, ptr addrspace(1) %p
  call void @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(ptr sret(%struct.S) align 8 %memory, ptr @name.s, ptr @id.s, ptr %buffer)
  %i = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name.i, ptr @id.i, ptr %buffer)
  store i32 %i, ptr addrspace(1) %p
  %again = call i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr @name.b, ptr @id.b, ptr %buffer)
  store i1 %again, ptr addrspace(1) %p
  ret void
}

declare i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr, ptr, ptr)
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare void @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(ptr sret(%struct.S), ptr, ptr, ptr)
