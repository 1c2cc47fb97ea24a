; Text that is no IR at all, and nothing at all.
; RUN: echo 'Dear Sir or Madam' | sybil opt - || echo exit $?
; RUN: sybil opt /dev/null || echo exit $?
; RUN: printf 'BC\300\336' | sybil opt - || echo exit $?
; RUN: sybil opt no-such-file || echo exit $?
; CHECK: exit 3
; CHECK: <stdin>:1:1: error: {{.*}} [ir-parse]
; CHECK: exit 3
; CHECK: /dev/null: error: the input is empty [ir-parse]
; CHECK: exit 3
; CHECK: <stdin>: error: {{.*}} [ir-parse]
; CHECK: exit 4
; CHECK: no-such-file: error: {{.*}} [open]
