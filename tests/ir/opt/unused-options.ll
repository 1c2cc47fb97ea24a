; Options of a pass that is not run do nothing, which is said; a name that is misspelled is found all the same.
; RUN: sybil opt -S --exclude-aspects=fp64 --fixed-targets=x --decoration=a=1 -O1 %s 2>&1
; RUN: sybil opt --exclude-aspects=ftp64 %s 2>&1 || echo exit $?
; RUN: sybil opt -S -Wno-unused-command-line-argument -Werror --exclude-aspects=my_own,7 %s 2>&1 && echo silent
; RUN: sybil opt --passes=optimize -Werror -O1 %s -o /dev/null && echo used
; CHECK: warning: --exclude-aspects is for the pass propagate-aspects, which is not run [-Wunused-command-line-argument]
; CHECK: warning: --fixed-targets is for the pass propagate-aspects, which is not run [-Wunused-command-line-argument]
; CHECK: warning: --decoration is for the pass compile-time-properties, which is not run [-Wunused-command-line-argument]
; CHECK: warning: --optimize is for the pass optimize, which is not run [-Wunused-command-line-argument]
; CHECK: define
; CHECK: error: --exclude-aspects=ftp64: unknown aspect; did you mean 'fp64'?
; CHECK: exit 2
; CHECK-NOT: warning
; CHECK: silent
; CHECK: used

define spir_kernel void @k() {
  ret void
}
