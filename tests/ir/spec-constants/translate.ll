; The translator makes constants with their numbers of it; the module is valid SPIR-V.
; RUN: sybil opt --passes=spec-constants-native %s -o %t.bc
; RUN: sybil translate %t.bc -o %t.spv
; RUN: spirv-val %t.spv && spirv-dis --raw-id %t.spv
; LLVM: 15
; REQUIRES: llvm-spirv-15 spirv-val spirv-dis
; CHECK: OpDecorate [[I:%[0-9]+]] SpecId 0
; CHECK-NEXT: OpDecorate [[B:%[0-9]+]] SpecId 1
; CHECK-NEXT: OpDecorate [[F:%[0-9]+]] SpecId 2
; CHECK-NEXT: OpDecorate [[D:%[0-9]+]] SpecId 7
; CHECK-NEXT: OpDecorate [[S:%[0-9]+]] SpecId 8
; CHECK-NOT: SpecId
; CHECK: [[I]] = OpSpecConstant %{{[0-9]+}} 42
; CHECK: [[B]] = OpSpecConstant %{{[0-9]+}} 1
; CHECK: [[F]] = OpSpecConstant %{{[0-9]+}} 1.5
; CHECK: [[U:%[0-9]+]] = OpUndef
; CHECK: [[ALL:%[0-9]+]] = OpSpecConstantComposite %{{[0-9]+}} [[F]] [[U]] [[D]] [[S]]
; CHECK: OpStore %{{[0-9]+}} [[ALL]]
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

%struct.S = type { float, [4 x i8], double, i16 }
@name.i = private unnamed_addr addrspace(1) constant [4 x i8] c"int\00"
@name.b = private unnamed_addr addrspace(1) constant [5 x i8] c"bool\00"
@name.s = private unnamed_addr addrspace(1) constant [7 x i8] c"struct\00"
@id.i = internal addrspace(1) constant { i32 } { i32 42 }
@id.b = internal addrspace(1) constant { i8 } { i8 1 }
@id.s = internal addrspace(1) constant { %struct.S } { %struct.S { float 1.5, [4 x i8] undef, double 2.5, i16 7 } }

define spir_kernel void @k(i32 addrspace(1)* %p, %struct.S addrspace(1)* %s) {
  %memory = alloca %struct.S
  %i = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIi([4 x i8] addrspace(1)* @name.i, { i32 } addrspace(1)* @id.i, i8 addrspace(4)* null)
  %b = call spir_func i1 @_Z37__sycl_getScalar2020SpecConstantValueIb([5 x i8] addrspace(1)* @name.b, { i8 } addrspace(1)* @id.b, i8 addrspace(4)* null)
  %sum = select i1 %b, i32 %i, i32 0
  store i32 %sum, i32 addrspace(1)* %p
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1S(%struct.S* sret(%struct.S) align 8 %memory, [7 x i8] addrspace(1)* @name.s, { %struct.S } addrspace(1)* @id.s, i8 addrspace(4)* null)
  %v = load %struct.S, %struct.S* %memory
  store %struct.S %v, %struct.S addrspace(1)* %s
  ret void
}

declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIi([4 x i8] addrspace(1)*, { i32 } addrspace(1)*, i8 addrspace(4)*)
declare spir_func i1 @_Z37__sycl_getScalar2020SpecConstantValueIb([5 x i8] addrspace(1)*, { i8 } addrspace(1)*, i8 addrspace(4)*)
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1S(%struct.S* sret(%struct.S), [7 x i8] addrspace(1)*, { %struct.S } addrspace(1)*, i8 addrspace(4)*)
