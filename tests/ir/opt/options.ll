; Invalid values of options.
; RUN: sybil opt --dialect=gnu %s || echo exit $?
; RUN: sybil opt --fixed-targets=a,,b %s || echo exit $?
; RUN: sybil opt --decoration=foo %s || echo exit $?
; RUN: sybil opt --decoration=foo=12:float %s || echo exit $?
; RUN: sybil opt --decoration=foo=99999999999 %s || echo exit $?
; RUN: sybil opt --explain=k: %s || echo exit $?
; RUN: sybil opt --device-config=no-such-file --fixed-targets=x --passes=propagate-aspects %s || echo exit $?
; CHECK: exit 2
; CHECK: --dialect=gnu: expected one of: dpcpp spec
; CHECK: exit 2
; CHECK: --fixed-targets=a,,b: missing name
; CHECK: exit 2
; CHECK: --decoration=foo: expected NAME=NUMBER[:int|str|none]
; CHECK: exit 2
; CHECK: --decoration=foo=12:float: expected
; CHECK: exit 2
; CHECK: --decoration=foo=99999999999: expected
; CHECK: exit 2
; CHECK: --explain=k:: not KERNEL[:ASPECT]
; CHECK: exit 4
; CHECK: no-such-file
