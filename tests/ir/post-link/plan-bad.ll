; Plans that are none: each says where in the plan, not where in the module.
; RUN: try() { printf '%%s' "$1" >p.json; sybil post-link --apply-plan=p.json %s -o t.table 2>&1; echo "exit $?"; }; try ''; try '{"version":2}'; try '{"images":[{"entry_points":["k1","k2"]}]} {}'; try '{"images":[{"entry_points":["\x41"]}]}'; try '{"images":[{"entry_points":["\u00"]}]}'; try '{"images":[]}'; try '{"images":[{"entry_points":["k1","k2","k1"]}]}'; try '{"images":[{"entry_points":["k3"]}]}'; try '{"images":[{"entry_points":["\ud83dk1"]}]}'; try '{"images":[{"entry_points":["\ude00"]}]}'; try '{"images":[{"entry_points":["k1\u0000x","k2"]}]}'
; CHECK: p.json:1:1: error: {{.*}} [plan]
; CHECK: exit 3
; CHECK: p.json:1:13: error: {{.*}} [plan]
; CHECK: exit 3
; CHECK: p.json:1:43: error: {{.*}} [plan]
; CHECK: exit 3
; CHECK: p.json:1:31: error: {{.*}} [plan]
; CHECK: exit 3
; CHECK: p.json:1:34: error: {{.*}} [plan]
; CHECK: exit 3
; CHECK: p.json:1:14: error: {{.*}} [plan]
; CHECK-NEXT: k1
; CHECK: exit 3
; CHECK: p.json:1:43: error: {{.*}} [plan]
; CHECK-NEXT: k1
; CHECK: exit 3
; CHECK: p.json:1:33: error: {{.*}} [plan]
; CHECK-NEXT: k3
; CHECK: exit 3
; CHECK: p.json:1:{{.*}} error: {{.*}} escape{{.*}} [plan]
; CHECK: exit 3
; CHECK: p.json:1:{{.*}} error: {{.*}} escape{{.*}} [plan]
; CHECK: exit 3
; CHECK: p.json:1:{{.*}} error: {{.*}} escape{{.*}} [plan]
; CHECK: exit 3
; Two halves of a character are one.
; RUN: sed 's/@k1/@"k\\F0\\9F\\98\\80"/' %s >wide.ll; printf '{"images":[{"entry_points":["k\\ud83d\\uDE00","k2"]}]}' >wide.json; sybil post-link --symbols --apply-plan=wide.json wide.ll -o x.table && cat x_0.sym
; CHECK: k{{.+}}
; CHECK-NEXT: k2
; The older name takes a plan as something to do. Names come back from JSON as they were.
; RUN: printf '{"version":1,"images":[{"entry_points":["\\u006B1","k\\u0032"]}]}' >q.json; sycl-post-link -apply-plan=q.json -properties -symbols %s -o u.table; cat u_0.sym u_0.prop; sycl-post-link -apply-plan=q.json %s -o v.table
; CHECK: k1
; CHECK-NEXT: k2
; Sizes of work-groups that were put together though they differ are nobody's.
; CHECK-NOT: reqd_work_group_size
; RUN: sed 's/@k1/@"\\01k1\\09"/' %s >odd.ll; sybil post-link --plan=json odd.ll >o.json; sybil post-link --symbols --apply-plan=o.json odd.ll -o w.table; cat w.table
; CHECK: w_1.bc|w_1.sym
target triple = "spir64-unknown-unknown"
define spir_kernel void @k1() "sycl-module-id"="a" {
  ret void
}
define spir_kernel void @k2() "sycl-module-id"="b" !reqd_work_group_size !0 {
  ret void
}
!0 = !{i32 1, i32 1, i32 32}
