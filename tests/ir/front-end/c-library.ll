; Functions of the C library become the device's, or get a body. Those of another form stay undefined.
; RUN: sybil opt --passes=front-end %s -S
; LLVM: 15
; CHECK: declare spir_func float @_Z15__spirv_ocl_sinf(float)
; CHECK: define internal spir_func i64 @__sybil_lroundf(float
; CHECK: define internal spir_func double @__sybil_frexp(double
; CHECK: define internal spir_func { i32, i32 } @__sybil_div(i32
; CHECK: declare spir_func i32 @memcmp(i32)
; CHECK: declare spir_func { i32, i32 } @ldiv(i32, i64)
; CHECK: declare spir_func i64 @lround()
; CHECK: declare spir_func void @modf(double, i8*)
; CHECK: declare spir_func float @scalblnf(i64, float)
; CHECK: declare spir_func double @_Z17__spirv_ocl_frexpdPi(double, i32*)
target triple = "spir64-unknown-unknown"
@_ZL17__sybil_carrier_0 = internal addrspace(1) global i8 0
@f0 = private constant [36 x i8] c"sybil.front-end:6:module9:dir/a.cpp\00", section "llvm.metadata"
@f1 = private constant [30 x i8] c"sybil.front-end:6:kernel3:own\00", section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { i8*, i8*, i8*, i32, i8* }] [
  { i8*, i8*, i8*, i32, i8* } { i8* addrspacecast (i8 addrspace(1)* @_ZL17__sybil_carrier_0 to i8*), i8* getelementptr inbounds ([36 x i8], [36 x i8]* @f0, i32 0, i32 0), i8* null, i32 0, i8* null },
  { i8*, i8*, i8*, i32, i8* } { i8* bitcast (void (float, double, i32 addrspace(4)*, i8*)* @k to i8*), i8* getelementptr inbounds ([30 x i8], [30 x i8]* @f1, i32 0, i32 0), i8* null, i32 0, i8* null }
], section "llvm.metadata"
define spir_kernel void @k(float %f, double %d, i32 addrspace(4)* %p, i8* %q) {
  %a = call spir_func float @sinf(float %f)
  %b = call spir_func i64 @lroundf(float %f)
  %c = call spir_func double @frexp(double %d, i32 addrspace(4)* %p)
  %e = call spir_func { i32, i32 } @div(i32 7, i32 2)
  %g = call spir_func i32 @memcmp(i32 1)
  %h = call spir_func { i32, i32 } @ldiv(i32 7, i64 2)
  %i = call spir_func i64 @lround()
  call spir_func void @modf(double %d, i8* %q)
  %j = call spir_func float @scalblnf(i64 1, float %f)
  ret void
}
declare spir_func float @sinf(float)
declare spir_func i64 @lroundf(float)
declare spir_func double @frexp(double, i32 addrspace(4)*)
declare spir_func { i32, i32 } @div(i32, i32)
declare spir_func i32 @memcmp(i32)
declare spir_func { i32, i32 } @ldiv(i32, i64)
declare spir_func i64 @lround()
declare spir_func void @modf(double, i8*)
declare spir_func float @scalblnf(i64, float)
