; Structures of the prelude get the names by which the translator knows OpenCL's types; LLVM may have numbered them.
; RUN: sybil opt --passes=front-end %s -S
; LLVM: 15
; CHECK: %opencl.event_t = type opaque
; CHECK: %opencl.image2d_ro_t = type opaque
; CHECK: %spirv.SampledImage._void_1_0_1_0_0_0_0 = type opaque
; CHECK: %struct.__sybil_image2d_rou = type opaque
; CHECK: define spir_kernel void @k(%opencl.event_t* %e, %opencl.image2d_ro_t addrspace(1)* %i, %spirv.SampledImage._void_1_0_1_0_0_0_0 addrspace(1)* %s, %struct.__sybil_image2d_rou* %o)
%struct.__sybil_event.12 = type opaque
%struct.__sybil_image2d_ro = type opaque
%struct.__sybil_sampled_image2d_array_ro = type opaque
%struct.__sybil_image2d_rou = type opaque
@_ZL17__sybil_carrier_0 = internal addrspace(1) global i8 0
@f0 = private constant [36 x i8] c"sybil.front-end:6:module9:dir/a.cpp\00", section "llvm.metadata"
@f1 = private constant [30 x i8] c"sybil.front-end:6:kernel3:own\00", section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { i8*, i8*, i8*, i32, i8* }] [
  { i8*, i8*, i8*, i32, i8* } { i8* addrspacecast (i8 addrspace(1)* @_ZL17__sybil_carrier_0 to i8*), i8* getelementptr inbounds ([36 x i8], [36 x i8]* @f0, i32 0, i32 0), i8* null, i32 0, i8* null },
  { i8*, i8*, i8*, i32, i8* } { i8* bitcast (void (%struct.__sybil_event.12*, %struct.__sybil_image2d_ro addrspace(1)*, %struct.__sybil_sampled_image2d_array_ro addrspace(1)*, %struct.__sybil_image2d_rou*)* @k to i8*), i8* getelementptr inbounds ([30 x i8], [30 x i8]* @f1, i32 0, i32 0), i8* null, i32 0, i8* null }
], section "llvm.metadata"
define spir_kernel void @k(%struct.__sybil_event.12* %e, %struct.__sybil_image2d_ro addrspace(1)* %i, %struct.__sybil_sampled_image2d_array_ro addrspace(1)* %s, %struct.__sybil_image2d_rou* %o) {
  ret void
}
