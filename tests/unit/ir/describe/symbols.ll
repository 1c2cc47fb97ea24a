; Functions that images take from one another.
; DESCRIBE: exports imports dependencies only=k,f,v,c
; > [SYCL/device requirements]
; > aspects=2|AAAAAAAAAAA
; > [SYCL/exported symbols]
; > f=1|1
; > [SYCL/imported symbols]
; > _Z3barv=1|1
; > _ZN2ns5__bazEv=1|1
; > wanted=1|1
; > __devicelib_ConvertFToBF16INTEL=1|1
; > [SYCL/virtual functions]
; > virtual-functions-set=2|YAAAAAAAAAwclRH
; DESCRIBE: spec exports imports dependencies only=k,f,v,c
; > [SYCL/device requirements]
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|514
; > [SYCL/exported symbols]
; > f=1|1
; > [SYCL/imported symbols]
; > _Z3barv=1|1
; > _ZN2ns5__bazEv=1|1
; > wanted=1|1
; > __devicelib_ConvertFToBF16INTEL=1|1
; > [SYCL/virtual functions]
; > virtual-functions-set=2|c2V0
; DESCRIBE: exports imports only=k
; > [SYCL/device requirements]
; > aspects=2|AAAAAAAAAAA
; > [SYCL/imported symbols]
; > __devicelib_ConvertFToBF16INTEL=1|1
; > [SYCL/virtual functions]
; > virtual-functions-set=2|YAAAAAAAAAwclRH

define spir_kernel void @k() {
  ret void
}
define spir_func void @f() #0 {
  ret void
}
define spir_func void @v() #1 {
  ret void
}
define void @c() #0 {
  ret void
}
declare void @_Z3barv()
declare void @_Z5__bazv()
declare void @_ZN2ns5__bazEv()
declare void @_Z20__spirv_ocl_sqrtDhi()
declare void @__builtin_x()
declare void @wanted() #0
declare void @llvm.donothing()
declare void @__devicelib_ConvertFToBF16INTEL()
declare void @__devicelib_sinf()

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "indirectly-callable"="set" "calls-indirectly"="others" "sycl-module-id"="a.cpp" }
