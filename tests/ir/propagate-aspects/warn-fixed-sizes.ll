; Required sub-group and work-group sizes that one of the targets lacks, from metadata or from attributes.
; RUN: sybil opt --passes=propagate-aspects --device-config=%S/_devices.yaml --fixed-targets=small,tiny,open -S %s -o /dev/null
; CHECK: warning: function 'k16' requires a sub-group size of 16, which fixed target 'tiny' lacks [-Wfixed-targets-sub-group-size]
; CHECK-NEXT: note: compile with '-g' to get source location
; CHECK-NEXT: warning: function 'k512' requires a work-group size of 512, which fixed targets 'small', 'tiny' lack [-Wfixed-targets-work-group-size]
; CHECK-NEXT: note: compile with '-g' to get source location
; CHECK-NEXT: warning: function 'k128' requires a work-group size of 128, which fixed target 'tiny' lacks [-Wfixed-targets-work-group-size]
; CHECK-NEXT: note: compile with '-g' to get source location
; CHECK-NEXT: warning: function 'huge' requires a work-group size of 18446744073709551615, which
; CHECK-NEXT: note: compile with '-g' to get source location
; CHECK-NEXT: warning: function 'largest' requires a work-group size of 18446744073709551615, which fixed targets 'small', 'tiny' lack
; CHECK-NEXT: note: compile with '-g' to get source location
; CHECK-NEXT: warning: function 'attribute' requires a sub-group size of 32, which fixed targets 'small', 'tiny' lack
; CHECK-NEXT: note: compile with '-g' to get source location
; CHECK-NEXT: warning: function 'attribute' requires a work-group size of 320, which fixed targets 'small', 'tiny' lack
; CHECK-NEXT: note: compile with '-g' to get source location
; CHECK-NEXT: warning: function 'large' requires a work-group size of 18446744073709551614, which fixed targets 'small', 'tiny' lack
; CHECK-NOT: warning

define spir_kernel void @k8() !intel_reqd_sub_group_size !0 {
  ret void
}

define spir_kernel void @k16() !intel_reqd_sub_group_size !1 {
  ret void
}

define spir_kernel void @k512() !reqd_work_group_size !2 {
  ret void
}

define spir_kernel void @k128() !reqd_work_group_size !3 {
  ret void
}

define spir_kernel void @k64() !reqd_work_group_size !4 {
  ret void
}

define spir_kernel void @huge() !reqd_work_group_size !5 {
  ret void
}

define spir_kernel void @largest() !reqd_work_group_size !6 {
  ret void
}

define spir_kernel void @attribute() #0 {
  ret void
}

define spir_kernel void @large() #2 {
  ret void
}

define spir_kernel void @wrong() #1 {
  ret void
}

attributes #0 = { "sycl-sub-group-size"="32" "sycl-work-group-size"="32,10,1" }
attributes #1 = { "sycl-sub-group-size"="many" "sycl-work-group-size"="0,4" }
attributes #2 = { "sycl-work-group-size"="9223372036854775807,2" }
!0 = !{i32 8}
!1 = !{i32 16}
!2 = !{i32 32, i32 16, i32 1}
!3 = !{i64 128}
!4 = !{i32 8, i32 8, i32 1}
!5 = !{i64 4294967296, i64 4294967296, i64 4294967296}
!6 = !{i64 -1, i64 1, i64 1}
