; Without entry points: `aspects` stands in DPC++'s dialect, and the sets that stand without properties.
; DESCRIBE:
; > [SYCL/device requirements]
; > aspects=2|AAAAAAAAAAA
; DESCRIBE: param-info program-metadata kernel-names exports imports device-globals dependencies
; > [SYCL/device requirements]
; > aspects=2|AAAAAAAAAAA
; > [SYCL/kernel param opt]
; DESCRIBE: dead-args
; > [SYCL/device requirements]
; > aspects=2|AAAAAAAAAAA
; > [SYCL/kernel param opt]
; DESCRIBE: spec param-info program-metadata kernel-names exports imports device-globals dependencies
; > [SYCL/device requirements]
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|0
; > [SYCL/kernel param opt]

define internal void @f() {
  ret void
}
