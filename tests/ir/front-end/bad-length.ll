; A fact that is damaged: longer than it says. Nothing is written.
; RUN: sybil opt --passes=front-end %s -S -o out.ll; r=$?; ls out.ll 2>/dev/null; exit $r
; LLVM: 15
; EXIT: 3
; CHECK-NOT: out.ll
; CHECK: an annotation of the front end is malformed [ir-parse]
@v = addrspace(1) global i32 0
@host = addrspace(1) global i32 0
@_ZL17__sybil_carrier_0 = internal addrspace(1) global i8 0
@llvm.compiler.used = appending global [1 x i8*] [i8* addrspacecast (i8 addrspace(1)* @_ZL17__sybil_carrier_0 to i8*)], section "llvm.metadata"
@f0 = private constant [32 x i8] c"sybil.front-end:6:module5:a.cpp\00", section "llvm.metadata"
@f1 = private constant [30 x i8] c"sybil.front-end:99999999999:a\00", section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { i8*, i8*, i8*, i32, i8* }] [
  { i8*, i8*, i8*, i32, i8* } { i8* addrspacecast (i8 addrspace(1)* @_ZL17__sybil_carrier_0 to i8*), i8* getelementptr inbounds ([32 x i8], [32 x i8]* @f0, i32 0, i32 0), i8* null, i32 0, i8* null },
  { i8*, i8*, i8*, i32, i8* } { i8* bitcast (void (i32)* @k to i8*), i8* getelementptr inbounds ([30 x i8], [30 x i8]* @f1, i32 0, i32 0), i8* null, i32 0, i8* null }
], section "llvm.metadata"
define spir_kernel void @k(i32 %x) {
  call spir_func void @helper()
  call spir_func void @_Z5otherv()
  ret void
}
define spir_func void @helper() {
  ret void
}
define linkonce_odr spir_func void @exported() {
  ret void
}
define spir_func void @unused() {
  store i32 1, i32 addrspace(1)* @host
  ret void
}
declare spir_func void @_Z5otherv()
