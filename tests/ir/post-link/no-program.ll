; The program that has LLVM is not there: no failure of the input, for the name of the older tool, too.
; RUN: SYBIL_IR=none sycl-post-link -split=auto -o %t %s
; EXIT: 4
; CHECK: sycl-post-link: error: SYBIL_IR=none: No such file or directory
