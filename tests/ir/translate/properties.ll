; From attributes to SPIR-V: what compile-time-properties writes arrives.
; RUN: sybil opt --passes=compile-time-properties --decoration=sycl-mine=7744:str %s | sybil translate -S -
; LLVM: 15
; REQUIRES: llvm-spirv-15

; CHECK: OpEntryPoint 6 %[[ENTRY:[0-9]+]] "k"
; CHECK: OpExecutionMode %[[ENTRY]] {{17|LocalSize}} 2 4 8
; CHECK: OpExecutionMode %[[ENTRY]] {{.*}}SubgroupSize 16
; CHECK: OpExecutionMode %[[ENTRY]] RegisterMapInterfaceINTEL 1
; CHECK: OpName %[[G:[0-9]+]] "g"
; CHECK: OpName %[[S:[0-9]+]] "struct.S"
; CHECK: OpDecorate %[[G]] InitModeINTEL 1
; CHECK: OpDecorate %[[G]] 7744
; CHECK: OpDecorate %[[G]] HostAccessINTEL 0 "unique"
; CHECK: OpDecorate %[[PARAM:[0-9]+]] BufferLocationINTEL 2
; CHECK: OpDecorate %[[PARAM]] StableKernelArgumentINTEL
; CHECK-NOT: OpDecorate %[[PARAM]] ConduitKernelArgumentINTEL
; CHECK: OpDecorate %[[ENTRY]] PipelineEnableINTEL 1
; CHECK: OpMemberDecorate %[[S]] 1 RegisterINTEL
; CHECK: OpMemberDecorate %[[S]] 1 MMHostInterfaceAddressWidthINTEL 32
; CHECK-NOT: sybil-decorate
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, i32 }

@g = addrspace(1) global i32 0 #0
@said = private unnamed_addr constant [35 x i8] c"sycl-properties:datapath,awidth=32\00", section "llvm.metadata"
@file = private unnamed_addr constant [4 x i8] c"f.c\00", section "llvm.metadata"

define spir_kernel void @k(i32 addrspace(1)* "sycl-buffer-location"="2" "sycl-stable"="true" "sycl-conduit"="false" %a) #1 {
  %s = alloca %struct.S
  %m = getelementptr inbounds %struct.S, %struct.S* %s, i32 0, i32 1
  %annotated = call i32* @llvm.ptr.annotation.p0i32.p0i8(i32* %m, i8* getelementptr inbounds ([35 x i8], [35 x i8]* @said, i32 0, i32 0), i8* getelementptr inbounds ([4 x i8], [4 x i8]* @file, i32 0, i32 0), i32 3, i8* null)
  store i32 1, i32* %annotated
  %v = load i32, i32 addrspace(1)* @g
  store i32 %v, i32 addrspace(1)* %a
  ret void
}

declare i32* @llvm.ptr.annotation.p0i32.p0i8(i32*, i8*, i8*, i32, i8*)

attributes #0 = { "sycl-init-mode"="1" "sycl-mine"="a text" "sycl-device-global-size"="4" "sycl-host-access"="0" "sycl-unique-id"="unique" }
attributes #1 = { "sycl-work-group-size"="8,4,2" "sycl-sub-group-size"="16" "sycl-register-map-interface"="1" "sycl-pipelined"="-1" }
