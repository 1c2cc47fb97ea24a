; Literals that are printed go to constant memory, from which drivers print; other texts stay, which is warned of.
; RUN: sybil opt --passes=prepare-spirv -S %s

; CHECK: @[[FORMAT:.*]] = internal unnamed_addr addrspace(2) constant [7 x i8] c"%d %s\0A\00"
; CHECK: @[[WORD:.*]] = internal unnamed_addr addrspace(2) constant [4 x i8] c"all\00"
; CHECK: call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) @[[FORMAT]], i32 %i, ptr addrspace(2) @[[WORD]])
; CHECK: ret i32
; CHECK: call spir_func i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPU3AS4Kcz(ptr addrspace(4) %text, i32 %i)
; CHECK: call spir_func i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPU3AS4Kcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @changed to ptr addrspace(4)))
; CHECK: warning: the format of printf in 'computed' is not a literal{{.*}} [-Wprintf-format]
; CHECK-NEXT: note: compile with '-g' to get source location
; CHECK: warning: the format of printf in 'computed' is not a literal{{.*}} [-Wprintf-format]
target triple = "spir64-unknown-unknown"

@format = private unnamed_addr addrspace(1) constant [7 x i8] c"%d %s\0A\00"
@word = private unnamed_addr addrspace(1) constant [4 x i8] c"all\00"
@changed = internal addrspace(1) global [4 x i8] c"yes\00"

declare spir_func i32 @_Z18__spirv_ocl_printfPU3AS4Kcz(ptr addrspace(4), ...)

define spir_func i32 @literal(i32 %i) {
  %r = call spir_func i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPU3AS4Kcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @format to ptr addrspace(4)), i32 %i, ptr addrspace(4) addrspacecast (ptr addrspace(1) @word to ptr addrspace(4)))
  ret i32 %r
}

define spir_func void @computed(ptr addrspace(4) %text, i32 %i) {
  %r = call spir_func i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPU3AS4Kcz(ptr addrspace(4) %text, i32 %i)
  %s = call spir_func i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPU3AS4Kcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @changed to ptr addrspace(4)))
  ret void
}
