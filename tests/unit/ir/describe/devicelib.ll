; One bit for each library of which a function is declared.
; DESCRIBE: spec
; > [SYCL/device requirements]
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|1022

declare float @__devicelib_sinf(float)
declare double @__devicelib_sin(double)
declare float @__devicelib_cimagf(i64)
declare double @__devicelib_cimag(i64)
declare ptr @__devicelib_memcpy(ptr, ptr, i64)
declare float @__devicelib_imf_fmaf(float, float, float)
declare double @__devicelib_imf_fma(double, double, double)
declare i16 @__devicelib_imf_fmabf16(i16, i16, i16)
declare i16 @__devicelib_ConvertFToBF16INTEL(ptr)
define void @__devicelib_assert_fail() {
  ret void
}
