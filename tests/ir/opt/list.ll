; --list names the passes for people and for programs, and the LLVM that runs them.
; RUN: sybil opt --list
; RUN: sybil opt --list -j | python3 -c 'import json, sys; d = json.load(sys.stdin); print("json", d["llvm"].split(".")[0], d["passes"][0]["name"])'
; CHECK-15: LLVM: 15.
; CHECK-19: LLVM: 19.
; CHECK: front-end lower the clang plugin's annotations
; CHECK: propagate-aspects compute the used aspects
; CHECK: compile-time-properties lower sycl-*
; CHECK: json
; CHECK-15: 15
; CHECK-19: 19
; CHECK: front-end
