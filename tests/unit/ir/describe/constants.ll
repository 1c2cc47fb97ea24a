; Specialization constants: a structure with padding, and a number. The first value is DPC++'s own form.
; DESCRIBE: constants
; > [SYCL/device requirements]
; > aspects=2|AAAAAAAAAAA
; > [SYCL/specialization constants]
; > _ZTS1A=2|gEAAAAAAAAAAAAAAAAAAAQAAAAQAAAAAEAAAAEAAAAw/////FAAAAMAAAAA
; > _ZTS1B=2|gBAAAAAAAAgAAAAAAAAAAIAAAAA
; > [SYCL/specialization constants default values]
; > all=2|QBAAAAAAAAQAAAAACAAAAMAA
; DESCRIBE: spec constants
; > [SYCL/device requirements]
; > [SYCL/specialization constants]
; > _ZTS1A=2|AAAAAAAAAAAEAAAAAQAAAAQAAAABAAAA/////wUAAAADAAAA
; > _ZTS1B=2|AgAAAAAAAAACAAAA
; > [SYCL/specialization constants default values]
; > _ZTS1A=2|AQAAAAIAAAA=
; > _ZTS1B=2|AwA=
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|0
; DESCRIBE: spec constants uneven
; > [SYCL/device requirements]
; > [SYCL/specialization constants]
; > _ZTS1A=2|AAAAAAAAAAAEAAAAAQAAAAQAAAABAAAA/////wUAAAADAAAA
; > _ZTS1B=2|AgAAAAAAAAACAAAA
; > [SYCL/specialization constants default values]
; > all=2|AQAAAAIAAAAD
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|0

define internal void @f() {
  ret void
}
