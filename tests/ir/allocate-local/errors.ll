; Sizes and alignments must be known.
; RUN: sybil opt --passes=allocate-local %s -S -o x.ll; test $? = 1 && test ! -e x.ll && sed 's/i64 %n, i64 4/i64 4, i64 3/' %s | sybil opt --passes=allocate-local - -S
; EXIT: 1
; CHECK: error: __sycl_allocateLocalMemory in 'k': the size and the alignment must be constants below 4 GiB [aot-call]
; CHECK: error: __sycl_allocateLocalMemory in 'k': the alignment must be a power of two [aot-call]
target triple = "spir64-unknown-unknown"

declare spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64, i64)

define spir_kernel void @k(i64 %n) {
  %a = call spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64 %n, i64 4)
  ret void
}
