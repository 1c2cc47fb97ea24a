; Back to LLVM IR with several decorations and a text on one member: the translator ends at a second text of a member.
; RUN: sybil opt --passes=compile-time-properties %s | sybil translate - -o %t.spv
; RUN: sybil translate --to=llvm %t.spv -o %t.bc
; RUN: sybil translate -S %t.bc | grep Decorate
; LLVM: 15
; REQUIRES: llvm-spirv-15

; CHECK: OpMemberDecorate %{{[0-9]+}} 0 ConduitKernelArgumentINTEL
; CHECK: OpMemberDecorate %{{[0-9]+}} 0 MMHostInterfaceAddressWidthINTEL 32
; CHECK: OpMemberDecorate %{{[0-9]+}} 0 UserSemantic "hello"
target triple = "spir64-unknown-unknown"

%struct.s = type { i32, i32 }

@text = private unnamed_addr constant [49 x i8] c"sycl-properties:sycl-conduit=true,sycl-awidth=32\00", section "llvm.metadata"
@hello = private unnamed_addr constant [6 x i8] c"hello\00", section "llvm.metadata"

define spir_func void @f() {
  %p = alloca %struct.s
  %m = getelementptr inbounds %struct.s, %struct.s* %p, i32 0, i32 0
  %a = call i32* @llvm.ptr.annotation.p0i32(i32* %m, i8* getelementptr inbounds ([49 x i8], [49 x i8]* @text, i32 0, i32 0), i8* null, i32 0, i8* null)
  store i32 1, i32* %a
  %n = getelementptr inbounds %struct.s, %struct.s* %p, i32 0, i32 0
  %b = call i32* @llvm.ptr.annotation.p0i32(i32* %n, i8* getelementptr inbounds ([6 x i8], [6 x i8]* @hello, i32 0, i32 0), i8* null, i32 0, i8* null)
  store i32 1, i32* %b
  ret void
}

declare i32* @llvm.ptr.annotation.p0i32(i32*, i8*, i8*, i32, i8*)
