; LLVM 15 cannot reserve memory of the stack at run time on NVIDIA GPUs.
; RUN: sybil opt --passes=retarget-nvptx -S %s
; EXIT: 1
; CHECK: error: an array of variable length is not available on NVIDIA GPUs [nvptx-array]
; CHECK: used in 'counts'
target triple = "spir64-unknown-unknown"

define spir_kernel void @counts(i32 %n) {
  %fixed = alloca i32, i32 4
  %list = alloca i32, i32 %n
  store i32 %n, i32* %list
  ret void
}
