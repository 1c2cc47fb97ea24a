; Functions that print, and those that ask which work-item they run for, go into kernels, although the source says
; noinline: PoCL does neither out of anything else.
; RUN: sybil opt --passes=prepare-spirv -S %s
; LLVM: 15 19
; CHECK-NOT: @say
; CHECK: define spir_kernel void @k
; CHECK-NEXT: call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) @{{.*}}, i32 %i)
; CHECK: call spir_func void @quiet()
; CHECK-NOT: call spir_func i64 @id
; CHECK-NOT: @by_variable()
target triple = "spir64-unknown-unknown"

@format = private unnamed_addr addrspace(1) constant [4 x i8] c"%d\0A\00"

declare spir_func i32 @_Z18__spirv_ocl_printfPU3AS4Kcz(ptr addrspace(4), ...)

define spir_kernel void @k(i32 %i) {
  call spir_func void @say(i32 %i)
  call spir_func void @quiet()
  %id = call spir_func i64 @id()
  %x = call spir_func i64 @by_variable()
  ret void
}

@__spirv_BuiltInLocalInvocationId = external addrspace(1) constant <3 x i64>
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

define internal spir_func i64 @id() #0 {
  %r = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  ret i64 %r
}

define internal spir_func i64 @by_variable() #0 {
  %all = load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInLocalInvocationId
  %r = extractelement <3 x i64> %all, i32 0
  ret i64 %r
}

define internal spir_func void @say(i32 %i) #0 {
  %r = call spir_func i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPU3AS4Kcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @format to ptr addrspace(4)), i32 %i)
  ret void
}

define internal spir_func void @quiet() #0 {
  ret void
}

attributes #0 = { noinline }
