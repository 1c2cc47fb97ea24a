; SPIR-V's functions become those of libclc and of the device library, for each element of a vector; half is computed as float or
; passed as its bits.
; RUN: sybil opt --passes=retarget-nvptx -S %s
; CHECK: define spir_kernel void @mathematics
; CHECK: call float @_Z4acosf(float %f)
; CHECK: [[X:%.*]] = extractelement <2 x double> %d, i32 0
; CHECK-NEXT: [[X2:%.*]] = extractelement <2 x double> %d, i32 0
; CHECK-NEXT: [[Y:%.*]] = call double @_Z3powdd(double [[X]], double [[X2]])
; CHECK-NEXT: insertelement <2 x double> undef, double [[Y]], i32 0
; CHECK: [[H:%.*]] = fpext half %h to float
; CHECK-NEXT: [[A:%.*]] = call float @_Z3expf(float [[H]])
; CHECK-NEXT: fptrunc float [[A]] to half
; CHECK: call half @llvm.fma.f16(half %h, half %h, half %h)
; CHECK: [[P:%.*]] = addrspacecast ptr addrspace(1) %p to ptr
; CHECK: getelementptr i32, ptr [[P]], i32 0
; CHECK: call float @_Z5frexpfPi(float %f, ptr
; CHECK: call i16 @_Z7add_satss(i16 %s, i16 %s)
; CHECK: call i16 @_Z7add_sattt(i16 %s, i16 %s)
; CHECK: call float @_Z6lengthDv3_f(<3 x float>
; CHECK: fcmp uno float %f, %f
; CHECK: define spir_kernel void @groups
; CHECK: call i32 @__sybil_group_add_i32(i32 2, i32 0, i32 %i)
; CHECK: [[W:%.*]] = fpext half %h to float
; CHECK-NEXT: call float @__sybil_group_fmax_f32(i32 3, i32 1, float [[W]])
; CHECK: [[B:%.*]] = bitcast half %h to i16
; CHECK-NEXT: call i16 @__sybil_shuffle_i16(i32 3, i16 [[B]], i32 %i)
; CHECK: [[Q:%.*]] = zext i1 %b to i32
; CHECK-NEXT: [[V:%.*]] = call i32 @__sybil_group_all(i32 2, i32 [[Q]])
; CHECK-NEXT: icmp ne i32 [[V]], 0
; CHECK: call float @__sybil_cluster_fadd_f32(i32 3, i32 3, float {{%.*}}, i32 8)
; CHECK: call i64 @__sybil_linear_id_2(i64
; CHECK: call i32 @__sybil_group_broadcast_i32(i32 2, i32 %i, i64
; CHECK: define spir_kernel void @atomics
; CHECK: call i32 @__sybil_atomic_add_i32(ptr {{%.*}}, i32 1, i32 896, i32 1)
; CHECK: call i16 @__sybil_atomic_fadd_f16(ptr {{%.*}}, i32 1, i32 896, i16
; CHECK: call i64 @__sybil_atomic_exchange_i64(ptr {{%.*}}, i32 0, i32 16, i64
; CHECK: call void @__sybil_atomic_store_i32(ptr {{%.*}}, i32 1, i32 4, i32
; CHECK: define spir_kernel void @others
; CHECK: call void @__sybil_control_barrier(i32 2, i32 2, i32 272)
; CHECK: call i16 @__sybil_convert_f64_f16_rtz(double %d)
; CHECK: call float @llvm.rint.f32(float %f)
; CHECK: call void @__sybil_copy_16(ptr {{%.*}}, ptr {{%.*}}, i64 5, i64 2, i64 6)
; CHECK: call void @__sybil_group_wait()
; CHECK: call i64 @__sybil_to_local(ptr
target triple = "spir64-unknown-unknown"

define spir_kernel void @mathematics(float %f, <2 x double> %d, half %h, ptr addrspace(1) %p, i16 %s, <3 x float> %v) {
  %1 = call spir_func float @_Z16__spirv_ocl_acosIfET_S0_(float %f)
  %2 = call spir_func <2 x double> @_Z15__spirv_ocl_powIDv2_dET_S1_S1_(<2 x double> %d, <2 x double> %d)
  %3 = call spir_func half @_Z15__spirv_ocl_expIDF16_ET_S0_(half %h)
  %4 = call spir_func half @_Z15__spirv_ocl_fmaIDF16_ET_S0_S0_S0_(half %h, half %h, half %h)
  %5 = call spir_func float @_Z17__spirv_ocl_frexpIfPU3AS1iET_S2_T0_(float %f, ptr addrspace(1) %p)
  %6 = call spir_func i16 @_Z21__spirv_ocl_s_add_satIsET_S0_S0_(i16 %s, i16 %s)
  %7 = call spir_func i16 @_Z21__spirv_ocl_u_add_satItET_S0_S0_(i16 %s, i16 %s)
  %8 = call spir_func float @_Z18__spirv_ocl_lengthIDv3_fEfT_(<3 x float> %v)
  %9 = call spir_func i1 @_Z13__spirv_IsNanIfEbT_(float %f)
  ret void
}
declare spir_func float @_Z16__spirv_ocl_acosIfET_S0_(float)
declare spir_func <2 x double> @_Z15__spirv_ocl_powIDv2_dET_S1_S1_(<2 x double>, <2 x double>)
declare spir_func half @_Z15__spirv_ocl_expIDF16_ET_S0_(half)
declare spir_func half @_Z15__spirv_ocl_fmaIDF16_ET_S0_S0_S0_(half, half, half)
declare spir_func float @_Z17__spirv_ocl_frexpIfPU3AS1iET_S2_T0_(float, ptr addrspace(1))
declare spir_func i16 @_Z21__spirv_ocl_s_add_satIsET_S0_S0_(i16, i16)
declare spir_func i16 @_Z21__spirv_ocl_u_add_satItET_S0_S0_(i16, i16)
declare spir_func float @_Z18__spirv_ocl_lengthIDv3_fEfT_(<3 x float>)
declare spir_func i1 @_Z13__spirv_IsNanIfEbT_(float)

define spir_kernel void @groups(i32 %i, i1 %b, half %h, <2 x float> %v, <2 x i64> %id) {
  %1 = call spir_func i32 @_Z17__spirv_GroupIAddIiET_iiS0_(i32 2, i32 0, i32 %i)
  %2 = call spir_func half @_Z17__spirv_GroupFMaxIDF16_ET_iiS0_(i32 3, i32 1, half %h)
  %3 = call spir_func half @_Z30__spirv_GroupNonUniformShuffleIDF16_jET_iS0_T0_(i32 3, half %h, i32 %i)
  %4 = call spir_func i1 @_Z16__spirv_GroupAllib(i32 2, i1 %b)
  %5 = call spir_func <2 x float> @_Z27__spirv_GroupNonUniformFAddIDv2_fET_iiS1_j(i32 3, i32 3, <2 x float> %v, i32 8)
  %6 = call spir_func i32 @_Z22__spirv_GroupBroadcastIiDv2_mET_iS1_T0_(i32 2, i32 %i, <2 x i64> %id)
  ret void
}
declare spir_func i32 @_Z17__spirv_GroupIAddIiET_iiS0_(i32, i32, i32)
declare spir_func half @_Z17__spirv_GroupFMaxIDF16_ET_iiS0_(i32, i32, half)
declare spir_func half @_Z30__spirv_GroupNonUniformShuffleIDF16_jET_iS0_T0_(i32, half, i32)
declare spir_func i1 @_Z16__spirv_GroupAllib(i32, i1)
declare spir_func <2 x float> @_Z27__spirv_GroupNonUniformFAddIDv2_fET_iiS1_j(i32, i32, <2 x float>, i32)
declare spir_func i32 @_Z22__spirv_GroupBroadcastIiDv2_mET_iS1_T0_(i32, i32, <2 x i64>)

define spir_kernel void @atomics(ptr addrspace(1) %p, ptr addrspace(3) %l, half %h, double %d, float %f) {
  %1 = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS1iiii(ptr addrspace(1) %p, i32 1, i32 896, i32 1)
  %2 = call spir_func half @_Z21__spirv_AtomicFAddEXTPU3AS3DF16_iiDF16_(ptr addrspace(3) %l, i32 1, i32 896, half %h)
  %3 = call spir_func double @_Z22__spirv_AtomicExchangePU3AS1diid(ptr addrspace(1) %p, i32 0, i32 16, double %d)
  call spir_func void @_Z19__spirv_AtomicStorePU3AS1fiif(ptr addrspace(1) %p, i32 1, i32 4, float %f)
  ret void
}
declare spir_func i32 @_Z18__spirv_AtomicIAddPU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare spir_func half @_Z21__spirv_AtomicFAddEXTPU3AS3DF16_iiDF16_(ptr addrspace(3), i32, i32, half)
declare spir_func double @_Z22__spirv_AtomicExchangePU3AS1diid(ptr addrspace(1), i32, i32, double)
declare spir_func void @_Z19__spirv_AtomicStorePU3AS1fiif(ptr addrspace(1), i32, i32, float)

define spir_kernel void @others(ptr addrspace(1) %p, ptr addrspace(3) %l, float %f, double %d) {
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %1 = call spir_func half @_Z26__spirv_FConvert_Rhalf_rtzIdEDF16_T_(double %d)
  %2 = call spir_func i32 @_Z28__spirv_ConvertFToS_Rint_rteIfEiT_(float %f)
  %3 = call spir_func ptr @_Z22__spirv_GroupAsyncCopyIPU3AS3Dv4_dPU3AS1S0_EPviT_T0_mmS4_(i32 2, ptr addrspace(3) %l, ptr addrspace(1) %p, i64 5, i64 3, ptr null)
  call spir_func void @_Z23__spirv_GroupWaitEventsIPPvEviiT_(i32 2, i32 1, ptr null)
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %m = load ptr addrspace(4), ptr addrspace(1) %p
  %4 = call spir_func ptr addrspace(3) @_Z40__spirv_GenericCastToPtrExplicit_ToLocalIvEPU3AS3T_PS0_i(ptr addrspace(4) %m, i32 4)
  ret void
}
declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare spir_func half @_Z26__spirv_FConvert_Rhalf_rtzIdEDF16_T_(double)
declare spir_func i32 @_Z28__spirv_ConvertFToS_Rint_rteIfEiT_(float)
declare spir_func ptr @_Z22__spirv_GroupAsyncCopyIPU3AS3Dv4_dPU3AS1S0_EPviT_T0_mmS4_(i32, ptr addrspace(3), ptr addrspace(1), i64, i64, ptr)
declare spir_func void @_Z23__spirv_GroupWaitEventsIPPvEviiT_(i32, i32, ptr)
declare spir_func ptr addrspace(3) @_Z40__spirv_GenericCastToPtrExplicit_ToLocalIvEPU3AS3T_PS0_i(ptr addrspace(4), i32)
