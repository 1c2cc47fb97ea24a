; No translator, one that crashes, one that says something: exit status, notes, and no output.
; RUN: printf '#!/bin/sh\necho about to crash >&2\nkill -SEGV $$\n' >crash; printf '#!/bin/sh\necho a remark >&2\nexec llvm-spirv-15 "$@"\n' >talk; chmod +x crash talk
; RUN: echo before >out; for t in /no/such/one ./crash false; do sybil translate --translator=$t %s -o out || echo exit $?; done; cat out
; RUN: SYBIL_LLVM_SPIRV=./talk sybil translate %s -v -o out; sybil show out | head -1
; RUN: echo 'not a module' | sybil translate - -o out; echo exit $?
; RUN: sybil translate --to=llvm %s -o out
; EXIT: 3
; LLVM: 15
; REQUIRES: llvm-spirv-15

; CHECK: exit 4
; CHECK-NEXT: exit 4
; CHECK-NEXT: exit 3
; CHECK-NEXT: before
; CHECK: error: /no/such/one: no such program [tool-missing]
; CHECK: error: ./crash was ended by signal 11 ({{.*}}) [tool-failed]
; CHECK-NEXT: note: about to crash
; CHECK: error: false rejected the module with exit status 1 [translate]
; CHECK: kind: spirv
; CHECK: ./talk says [translator]
; CHECK-NEXT: note: a remark
; CHECK: exit 3
; CHECK: <stdin>:1:1: error: {{.*}} [ir-parse]
; CHECK: error: {{.*}} [spirv-header]
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() {
  ret void
}
