; Variables: device globals, host pipes, and what images take from one another.
; DESCRIBE: device-globals program-metadata exports imports dependencies
; > [SYCL/device requirements]
; > aspects=2|AAAAAAAAAAA
; > [SYCL/exported symbols]
; > shared=1|1
; > [SYCL/imported symbols]
; > elsewhere=1|1
; > [SYCL/program metadata]
; > id_shared@global_id_mapping=2|wAAAAAAAAAwcoFmclRG
; > id_scoped@global_id_mapping=2|wAAAAAAAAAwcj9GclRG
; > private@global_id_mapping=2|4AAAAAAAAAAcylmdhRXZ
; > id_wrong@global_id_mapping=2|oAAAAAAAAAwdy9mbnB
; > [SYCL/device globals]
; > id_shared=2|ABAAAAAAAAABAAAAAAAAAA
; > id_scoped=2|ABAAAAAAAAQAAAAABAAAAA
; > private=2|ABAAAAAAAAACAAAAAAAAAA
; > id_wrong=2|ABAAAAAAAAAAAAAAAAAAAA
; > [SYCL/host pipes]
; > id_pipe=2|gAAAAAAAAAABAAAA
; > pipe2=2|gAAAAAAAAAAAAAAA
; ! variable 'wrong': 'sycl-device-global-size' has the value 'much', expected a 32-bit number; it is ignored [-Wproperty-value]
; DESCRIBE: imports
; > [SYCL/device requirements]
; > aspects=2|AAAAAAAAAAA
; > [SYCL/host pipes]
; > id_pipe=2|gAAAAAAAAAABAAAA
; > pipe2=2|gAAAAAAAAAAAAAAA
; DESCRIBE: spec device-globals program-metadata
; > [SYCL/device requirements]
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|0
; > [SYCL/program metadata]
; > id_shared@global_id_mapping=2|c2hhcmVk
; > id_scoped@global_id_mapping=2|c2NvcGVk
; > private@global_id_mapping=2|cHJpdmF0ZQ==
; > id_wrong@global_id_mapping=2|d3Jvbmc=
; > [SYCL/device globals]
; > id_shared=2|BAAAAAAAAAA=
; > id_scoped=2|AQAAAAEAAAA=
; > private=2|CAAAAAAAAAA=
; > id_wrong=2|AAAAAAAAAAA=
; > [SYCL/host pipes]
; > id_pipe=2|BAAAAA==
; > pipe2=2|AAAAAA==
; ! variable 'wrong': 'sycl-device-global-size' has the value 'much', expected a 32-bit number; it is ignored [-Wproperty-value]

%"class.sycl::device_global" = type { i32 }
%struct.other = type { i32 }

@shared = addrspace(1) global i32 0 #0
@scoped = addrspace(1) global i32 0 #1
@private = internal addrspace(1) global i32 0 #2
@wrong = internal addrspace(1) global i32 0 #3
@elsewhere = external addrspace(1) global %"class.sycl::device_global"
@other = external addrspace(1) global %struct.other
@number = external addrspace(1) global i32
@plain = addrspace(1) global i32 0
@pipe = addrspace(1) global i32 0 #4
@pipe2 = addrspace(1) global i32 0 #5

attributes #0 = { "sycl-device-global-size"="4" "sycl-unique-id"="id_shared" "sycl-device-image-scope"="false" }
attributes #1 = { "sycl-device-global-size"="1" "sycl-unique-id"="id_scoped" "sycl-device-image-scope" }
attributes #2 = { "sycl-device-global-size"="8" }
attributes #3 = { "sycl-device-global-size"="much" "sycl-unique-id"="id_wrong" }
attributes #4 = { "sycl-host-pipe" "sycl-host-pipe-size"="4" "sycl-unique-id"="id_pipe" }
attributes #5 = { "sycl-host-pipe" }
