; The list of passes is read before the module is.
; RUN: sybil opt --passes=propagate-aspects,compile-time-properties %s -S
; RUN: sybil opt --passes= %s -S
; RUN: sybil opt --passes=propagte-aspects no-such-file || echo exit $?
; RUN: sybil opt --passes=propagate-aspects,,x no-such-file || echo exit $?
; RUN: sybil opt --passes=propagate-aspects, no-such-file || echo exit $?
; RUN: sybil opt --passes=instcombine no-such-file || echo exit $?
; RUN: sybil opt --passes=propagate-aspects || echo exit $?
; CHECK: @g = global i32 7
; CHECK: @g = global i32 7
; CHECK: exit 2
; CHECK: unknown pass 'propagte-aspects' (--list names them); did you mean 'propagate-aspects'?
; CHECK: exit 2
; CHECK: --passes=propagate-aspects,,x: a name is missing
; CHECK: exit 2
; CHECK: --passes=propagate-aspects,: a name is missing
; CHECK: exit 2
; CHECK: unknown pass 'instcombine'
; CHECK: exit 2
; CHECK: nothing to work on: IN

@g = global i32 7
