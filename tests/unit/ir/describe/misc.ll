; How the image was compiled.
; DESCRIBE: only=k,other range=2 replaced constants
; > [SYCL/device requirements]
; > aspects=2|AAAAAAAAAAA
; > [SYCL/misc properties]
; > sycl-grf-size=1|256
; > optLevel=1|2
; > idQueriesRange=1|2
; > sanUsed=2|gAAAAAAAAAQYzFmb
; > specConstsReplacedWithDefault=1|1
; > [SYCL/virtual functions]
; > uses-virtual-functions-set=2|4AAAAAAAAAQYsIGLjxCZ
; DESCRIBE: spec only=other,k
; > [SYCL/device requirements]
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|0
; > [SYCL/misc properties]
; > sycl-register-alloc-mode=1|2
; > sycl-grf-size=1|256
; > optLevel=1|2
; > sanUsed=2|YXNhbg==
; > [SYCL/virtual functions]
; > uses-virtual-functions-set=2|YSxiLGMsZA==
; DESCRIBE: only=esimd
; > [SYCL/device requirements]
; > aspects=2|AAAAAAAAAAA
; > [SYCL/misc properties]
; > isEsimdImage=1|1
; > optLevel=1|3
; > sanUsed=2|gAAAAAAAAAQYzFmb
; DESCRIBE: only=k,esimd
; > [SYCL/device requirements]
; > aspects=2|AAAAAAAAAAA
; > [SYCL/misc properties]
; > sycl-grf-size=1|256
; > sanUsed=2|gAAAAAAAAAQYzFmb
; > [SYCL/virtual functions]
; > uses-virtual-functions-set=2|YAAAAAAAAAQYsIG
; DESCRIBE: only=wrong
; > [SYCL/device requirements]
; > aspects=2|AAAAAAAAAAA
; > [SYCL/misc properties]
; > sanUsed=2|gAAAAAAAAAQYzFmb
; ! function 'wrong': 'sycl-grf-size' has the value 'auto', expected a 32-bit number; it is ignored [-Wproperty-value]

@__AsanKernelMetadata = addrspace(1) global i32 0

define spir_kernel void @k() #0 {
  ret void
}
define spir_kernel void @other() #1 {
  ret void
}
define spir_kernel void @esimd() #2 !sycl_explicit_simd !0 {
  ret void
}
define spir_kernel void @wrong() #3 {
  ret void
}
attributes #0 = { "sycl-grf-size"="256" "calls-indirectly"="b,a" }
attributes #1 = { "sycl-optlevel"="2" "sycl-register-alloc-mode"="2" "calls-indirectly"="d,,a,c" }
attributes #2 = { "sycl-optlevel"="3" }
attributes #3 = { "sycl-grf-size"="auto" }
!0 = !{}
