; cosf is no complex function, and integers are in the library of float.
; DESCRIBE: spec
; > [SYCL/device requirements]
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|2

declare float @__devicelib_cosf(float)
declare i32 @__devicelib_abs(i32)
