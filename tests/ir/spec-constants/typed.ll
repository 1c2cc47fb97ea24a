; Typed pointers: casts around the arguments, code that was not optimised, and the three modes.
; RUN: sybil opt --passes=spec-constants-native -S %s
; RUN: sybil opt --passes=spec-constants-emulation -S %s
; RUN: sybil opt --passes=spec-constants-default -S %s
; LLVM: 15
; CHECK: define spir_kernel void @k
; CHECK: %v = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 42)
; CHECK-NEXT: store i32 %v
; CHECK-NEXT: call float @_Z20__spirv_SpecConstantif(i32 1, float 1.000000e+00)
; CHECK-NEXT: call i8 @_Z20__spirv_SpecConstantia(i32 2, i8 2)
; CHECK-NEXT: [[S:%[0-9]+]] = call %struct.S @_Z29__spirv_SpecConstantCompositefa_Rstruct.S(
; CHECK-NEXT: store %struct.S [[S]], %struct.S addrspace(4)* %out, align 4
; CHECK-NEXT: [[N:%[0-9]+]] = call i64 @_Z20__spirv_SpecConstantix(i32 3, i64 8)
; CHECK-NEXT: %array = alloca double, i64 [[N]], align 8
; CHECK-NEXT: ret void
; CHECK: define spir_kernel void @k
; CHECK: [[A:%[0-9]+]] = getelementptr i8, i8 addrspace(4)* %buffer, i32 0
; CHECK-NEXT: [[B:%[0-9]+]] = bitcast i8 addrspace(4)* [[A]] to i32 addrspace(4)*
; CHECK-NEXT: %v = load i32, i32 addrspace(4)* [[B]], align 4
; CHECK: getelementptr i8, i8 addrspace(4)* %buffer, i32 4
; CHECK: load %struct.S, %struct.S addrspace(4)*
; CHECK: getelementptr i8, i8 addrspace(4)* %buffer, i32 16
; CHECK: !{!"struct", i32 1, i32 0, i32 8, i32 -1, i32 8, i32 4}
; CHECK: define spir_kernel void @k
; CHECK: store i32 42, i32 addrspace(1)* %p
; CHECK-NEXT: store %struct.S { float 1.000000e+00, i8 2 }, %struct.S addrspace(4)* %out, align 4
; CHECK-NEXT: %array = alloca double, i64 8, align 8
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

%struct.S = type { float, i8 }
%"class.specialization_id" = type { i32 }
@name.i = private unnamed_addr addrspace(1) constant [4 x i8] c"int\00"
@name.s = private unnamed_addr addrspace(1) constant [7 x i8] c"struct\00"
@name.n = private unnamed_addr addrspace(1) constant [2 x i8] c"n\00"
@id.i = linkonce_odr addrspace(1) constant %"class.specialization_id" { i32 42 }
@id.s = linkonce_odr addrspace(1) constant { { float, i8, [3 x i8] } } { { float, i8, [3 x i8] } { float 1.0, i8 2, [3 x i8] undef } }
@id.n = linkonce_odr addrspace(1) constant { i64 } { i64 8 }

define spir_kernel void @k(i32 addrspace(1)* %p, i8 addrspace(4)* %buffer, %struct.S addrspace(4)* %out) {
  %name = alloca i8 addrspace(4)*
  %name.generic = addrspacecast i8 addrspace(4)** %name to i8 addrspace(4)* addrspace(4)*
  store i8 addrspace(4)* addrspacecast (i8 addrspace(1)* getelementptr inbounds ([4 x i8], [4 x i8] addrspace(1)* @name.i, i64 0, i64 0) to i8 addrspace(4)*), i8 addrspace(4)* addrspace(4)* %name.generic
  %loaded = load i8 addrspace(4)*, i8 addrspace(4)** %name
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(i8 addrspace(4)* %loaded, i8 addrspace(4)* addrspacecast (i8 addrspace(1)* bitcast (%"class.specialization_id" addrspace(1)* @id.i to i8 addrspace(1)*) to i8 addrspace(4)*), i8 addrspace(4)* %buffer)
  store i32 %v, i32 addrspace(1)* %p
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(%struct.S addrspace(4)* sret(%struct.S) align 4 %out, i8 addrspace(4)* addrspacecast (i8 addrspace(1)* getelementptr inbounds ([7 x i8], [7 x i8] addrspace(1)* @name.s, i64 0, i64 0) to i8 addrspace(4)*), i8 addrspace(4)* addrspacecast (i8 addrspace(1)* bitcast ({ { float, i8, [3 x i8] } } addrspace(1)* @id.s to i8 addrspace(1)*) to i8 addrspace(4)*), i8 addrspace(4)* %buffer)
  %array = call double* @llvm.sycl.alloca.p0f64(i8 addrspace(4)* addrspacecast (i8 addrspace(1)* getelementptr inbounds ([2 x i8], [2 x i8] addrspace(1)* @name.n, i64 0, i64 0) to i8 addrspace(4)*), i8 addrspace(4)* addrspacecast (i8 addrspace(1)* bitcast ({ i64 } addrspace(1)* @id.n to i8 addrspace(1)*) to i8 addrspace(4)*), i8 addrspace(4)* %buffer, double 0.0, i64 8)
  ret void
}

declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(i8 addrspace(4)*, i8 addrspace(4)*, i8 addrspace(4)*)
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(%struct.S addrspace(4)* sret(%struct.S), i8 addrspace(4)*, i8 addrspace(4)*, i8 addrspace(4)*)
declare double* @llvm.sycl.alloca.p0f64(i8 addrspace(4)*, i8 addrspace(4)*, i8 addrspace(4)*, double, i64)
