; The pass is for modules of spir64.
; RUN: sybil opt --passes=retarget-nvptx -S %s
; EXIT: 1
; CHECK: error: the module was compiled for x86_64-linux-gnu; code for NVIDIA GPUs is made from code for spir64 [aot-input]
target triple = "x86_64-linux-gnu"
