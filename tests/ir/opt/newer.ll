; Bitcode of a newer LLVM with something this one does not know: both versions are named.
; LLVM: 15
; REQUIRES: llvm-as-19
; RUN: llvm-as-19 %s -o %t
; RUN: sybil opt %t
; EXIT: 3
; CHECK: error: {{.*}}(Producer: 'LLVM19.{{[0-9.]+}}' Reader: 'LLVM 15.{{[0-9.]+}}') [ir-parse]

define range(i32 0, 10) i32 @f(i32 %x) {
  ret i32 1
}
