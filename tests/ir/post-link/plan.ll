; A plan comes back as it went out, and as it was edited; one that forgets a kernel is refused.
; RUN: sybil post-link --plan=json %s >p.json && sybil post-link --apply-plan=p.json --symbols %s -o t.table && cat t_0.sym t_1.sym
; RUN: echo '{"images":[{"name":"all","entry_points":["k1","k2"]}]}' >q.json && sybil post-link --apply-plan=q.json --symbols %s -o u.table && cat u.table u_0.sym
; RUN: echo '{"images":[{"entry_points":["k1"]}]}' >r.json && sybil post-link --apply-plan=r.json %s -o v.table || echo exit $?
; CHECK: k2
; CHECK-NEXT: k1
; CHECK: u_0.bc|u_0.sym
; CHECK-NEXT: k1
; CHECK-NEXT: k2
; CHECK: exit 3
; CHECK: an entry point is in no image
; CHECK: k2
; Keys are those that all entry points of an image have; the others are named.
; RUN: sybil post-link --plan=json --apply-plan=q.json %s
; CHECK: "keys": {
; CHECK-NEXT: "sycl-grf-size": "128"
; CHECK-NEXT: },
; CHECK-NEXT: "mixed": [
; CHECK-NEXT: "sycl-module-id"
; CHECK-NEXT: ],
target triple = "spir64-unknown-unknown"
define spir_kernel void @k1() "sycl-module-id"="a" "sycl-grf-size"="128" {
  ret void
}
define spir_kernel void @k2() "sycl-module-id"="b" "sycl-grf-size"="128" {
  ret void
}
