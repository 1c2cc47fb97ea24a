; Composites are made of their scalars; padding that is undefined has a number and nothing else; what is left at the end is said.
; RUN: sybil opt --passes=spec-constants-native -S %s
; CHECK: define spir_kernel void @k
; CHECK-NEXT: %memory = alloca %struct.Outer
; CHECK-NEXT: [[I0:%[0-9]+]] = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 1)
; CHECK-NEXT: [[F1:%[0-9]+]] = call double @_Z20__spirv_SpecConstantid(i32 1, double 2.000000e+00)
; CHECK-NEXT: [[INNER:%[0-9]+]] = call %struct.Inner @_Z29__spirv_SpecConstantCompositeid_Rstruct.Inner(i32 [[I0]], double [[F1]])
; CHECK-NEXT: [[S2:%[0-9]+]] = call i16 @_Z20__spirv_SpecConstantis(i32 2, i16 3)
; CHECK-NEXT: [[S3:%[0-9]+]] = call i16 @_Z20__spirv_SpecConstantis(i32 3, i16 4)
; CHECK-NEXT: [[A:%[0-9]+]] = call [2 x i16] @_Z29__spirv_SpecConstantCompositess_RA2_s(i16 [[S2]], i16 [[S3]])
; CHECK-NEXT: [[C8:%[0-9]+]] = call i8 @_Z20__spirv_SpecConstantia(i32 8, i8 5)
; CHECK-NEXT: [[O:%[0-9]+]] = call %struct.Outer @_Z29__spirv_SpecConstantCompositestruct.InnerA2_sA4_aa_Rstruct.Outer(%struct.Inner [[INNER]], [2 x i16] [[A]], [4 x i8] undef, i8 [[C8]])
; CHECK-NEXT: store %struct.Outer [[O]], ptr %memory, align 16
; CHECK-NEXT: call i32 @_Z20__spirv_SpecConstantii(i32 9, i32 10)
; CHECK-NEXT: call i32 @_Z20__spirv_SpecConstantii(i32 10, i32 20)
; CHECK-NEXT: call i32 @_Z20__spirv_SpecConstantii(i32 11, i32 30)
; CHECK-NEXT: %vec = call <3 x i32> @_Z29__spirv_SpecConstantCompositeiii_RDv3_i(
; CHECK: call float @_Z20__spirv_SpecConstantif(i32 12, float 0.000000e+00)
; CHECK: call i1 @_Z20__spirv_SpecConstantib(i32 13, i1 true)
; CHECK-NEXT: %lit = call { float, i1 } @_Z29__spirv_SpecConstantCompositefb_RSfbE(
; CHECK: !{!"outer", i32 0, i32 0, i32 4, i32 1, i32 8, i32 8, i32 2, i32 16, i32 2, i32 3, i32 18, i32 2, i32 8, i32 24, i32 1, i32 -1, i32 25, i32 7}
; CHECK: !{!"vector", i32 9, i32 0, i32 4, i32 10, i32 4, i32 4, i32 11, i32 8, i32 4, i32 -1, i32 12, i32 4}
; CHECK: !{!"literal", i32 12, i32 0, i32 4, i32 13, i32 4, i32 1, i32 -1, i32 5, i32 3}
; CHECK: !{%struct.Outer { %struct.Inner { i32 1, double 2.000000e+00 }, [2 x i16] [i16 3, i16 4], [4 x i8] undef, i8 5 }}
; LLVM: 15 19
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

%struct.Inner = type { i32, double }
%struct.Outer = type { %struct.Inner, [2 x i16], [4 x i8], i8 }
@name.o = private constant [6 x i8] c"outer\00"
@name.v = private constant [7 x i8] c"vector\00"
@name.l = private constant [8 x i8] c"literal\00"
; the type that a front end gives an initialiser need not be the one of the variable
@id.o = internal addrspace(1) constant { { { i32, [4 x i8], double }, i32, [4 x i8], i8, [7 x i8] } } { { { i32, [4 x i8], double }, i32, [4 x i8], i8, [7 x i8] } { { i32, [4 x i8], double } { i32 1, [4 x i8] undef, double 2.0 }, i32 262147, [4 x i8] undef, i8 5, [7 x i8] undef } }
@id.v = internal addrspace(1) constant { <3 x i32> } { <3 x i32> <i32 10, i32 20, i32 30> }
@id.l = internal addrspace(1) constant { float, i1 } { float 0.0, i1 true }

define spir_kernel void @k(ptr addrspace(1) %p) {
  %memory = alloca %struct.Outer
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI5OuterET_PKcPKvS5_(ptr sret(%struct.Outer) align 16 %memory, ptr @name.o, ptr addrspace(1) @id.o, ptr addrspace(4) null)
  %vec = call spir_func <3 x i32> @_Z40__sycl_getComposite2020SpecConstantValueIDv3_iET_PKcPKvS5_(ptr @name.v, ptr addrspace(1) @id.v, ptr addrspace(4) null)
  store <3 x i32> %vec, ptr addrspace(1) %p
  %lit = call spir_func { float, i1 } @_Z40__sycl_getComposite2020SpecConstantValueI3LitET_PKcPKvS5_(ptr @name.l, ptr addrspace(1) @id.l, ptr addrspace(4) null)
  store { float, i1 } %lit, ptr addrspace(1) %p
  ret void
}

declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI5OuterET_PKcPKvS5_(ptr sret(%struct.Outer), ptr, ptr addrspace(1), ptr addrspace(4))
declare spir_func <3 x i32> @_Z40__sycl_getComposite2020SpecConstantValueIDv3_iET_PKcPKvS5_(ptr, ptr addrspace(1), ptr addrspace(4))
declare spir_func { float, i1 } @_Z40__sycl_getComposite2020SpecConstantValueI3LitET_PKcPKvS5_(ptr, ptr addrspace(1), ptr addrspace(4))
