; Images for fixed targets say so, and nothing else in the spec dialect. Targets that are aspects are numbers in DPC++'s dialect, others
; names; the functions narrow them.
; DESCRIBE: fixed=gpu,cpu only=k
; > [SYCL/device requirements]
; > aspects=2|gAAAAAAAAAgBAAAA
; > reqd_sub_group_size=1|6
; > reqd_work_group_size_uint64_t=2|ABAAAAAAAAgBAAAAAAAAAA
; > fixed_target=2|gAAAAAAAAAgAAAAA
; ! function 'wider' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel. [-Wexternal-fixed-targets]
; ! function 'narrower' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel. [-Wexternal-fixed-targets]
; ! function 'numbers' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel. [-Wexternal-fixed-targets]
; ! function 'empty' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel. [-Wexternal-fixed-targets]
; ! function 'big' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel. [-Wexternal-fixed-targets]
; DESCRIBE: spec fixed=gpu,cpu only=k
; > [SYCL/device requirements]
; > fixed_target=2|Z3B1
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|0
; ! function 'wider' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel. [-Wexternal-fixed-targets]
; ! function 'narrower' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel. [-Wexternal-fixed-targets]
; ! function 'numbers' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel. [-Wexternal-fixed-targets]
; ! function 'empty' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel. [-Wexternal-fixed-targets]
; ! function 'big' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel. [-Wexternal-fixed-targets]
; DESCRIBE: fixed=gpu,cpu only=k,narrower,empty
; > [SYCL/device requirements]
; > aspects=2|gAAAAAAAAAgBAAAA
; > reqd_sub_group_size=1|6
; > fixed_target=2|gAAAAAAAAAgAAAAA
; ! function 'wider' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel. [-Wexternal-fixed-targets]
; ! function 'numbers' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel. [-Wexternal-fixed-targets]
; ! function 'big' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel. [-Wexternal-fixed-targets]
; DESCRIBE: fixed=gpu,cpu only=k,narrower,empty,wider,numbers,same
; > [SYCL/device requirements]
; > aspects=2|gAAAAAAAAAgBAAAA
; > reqd_sub_group_size=1|6
; > fixed_target=2|gAAAAAAAAAgAAAAA
; ! function 'big' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel. [-Wexternal-fixed-targets]
; DESCRIBE: fixed=large only=k,narrower,empty,wider,numbers,same
; > [SYCL/device requirements]
; > aspects=2|gAAAAAAAAAgBAAAA
; > reqd_sub_group_size=1|6
; > fixed_target=2|oAAAAAAAAAAbhJ3ZlB
; ! function 'big' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel. [-Wexternal-fixed-targets]
; DESCRIBE: spec fixed=gpu,large only=k,narrower,empty,wider,numbers,same,big
; > [SYCL/device requirements]
; > fixed_target=2|Z3B1LGxhcmdl
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|0
; DESCRIBE: fixed=77,cpu,gpu only=k,narrower,empty,wider,same,big
; > [SYCL/device requirements]
; > aspects=2|gAAAAAAAAAgBAAAA
; > reqd_sub_group_size=1|6
; > fixed_target=2|gBAAAAAAAAQAAAAACAAAA0EAAAA
; DESCRIBE: spec fixed=accelerator only=k without-warnings
; > [SYCL/device requirements]
; > fixed_target=2|
; > [SYCL/devicelib req mask]
; > DeviceLibReqMask=1|0

define spir_kernel void @k() !sycl_used_aspects !0 !reqd_work_group_size !0 !intel_reqd_sub_group_size !0 {
  ret void
}
define spir_func void @none() {
  ret void
}
define spir_func void @same() !intel_fixed_targets !4 !sycl_fixed_targets !5 {
  ret void
}
define spir_func void @wider() !intel_fixed_targets !1 {
  ret void
}
define spir_func void @narrower() !intel_fixed_targets !2 {
  ret void
}
define spir_func void @numbers() !sycl_fixed_targets !3 {
  ret void
}
define spir_func void @empty() !sycl_fixed_targets !6 {
  ret void
}
define spir_func void @big() !intel_fixed_targets !7 {
  ret void
}
!0 = !{i32 6}
!1 = !{!"gpu", !"cpu", !"big"}
!2 = !{!"gpu"}
!3 = !{i32 1, i32 2, i32 77}
!4 = !{!"cpu", !"gpu"}
!5 = !{i32 1, !8}
!6 = !{}
!7 = !{!"gpu", !"big"}
!8 = !{!"gpu", i32 2}
