; Device code in sections of fat objects, for several targets and for the host; sections that ld -r joined.
; REQUIRES: gcc
; RUN: sybil opt %s -o k.bc; sybil opt %S/_helper.ll -o h.bc; printf '\0' >none
; RUN: echo 'int one;' >one.c; echo 'int two;' >two.c; gcc -c one.c; gcc -c two.c
; RUN: P=__CLANG_OFFLOAD_BUNDLE__; for t in host-x86_64=none sycl-spir64-unknown-unknown=k.bc; do objcopy --add-section $P$t --set-section-flags $P${t%=*}=exclude,readonly one.o; done
; RUN: P=__CLANG_OFFLOAD_BUNDLE__; for t in host-x86_64=h.bc sycl-spir64-unknown-unknown=h.bc sycl-nvptx64-nvidia-cuda-sm_80=h.bc; do objcopy --add-section $P$t --set-section-flags $P${t%=*}=exclude,readonly two.o; done
; RUN: ar rc lib.a two.o
; RUN: sybil opt one.o lib.a -S || echo exit $?
; RUN: sybil opt one.o lib.a --triple=spir64-unknown-unknown -S
; RUN: ld -r one.o two.o -o both.o; sybil opt both.o --triple=spir64-unknown-unknown -S
; RUN: sybil show both.o | grep -A 2 spir64
; CHECK: exit 1
; CHECK: error: {{.*}}has code for 'spir64-unknown-unknown' and {{.*}}lib.a(two.o) for 'nvptx64-nvidia-cuda': choose with --triple [link-target]
; CHECK: define spir_kernel void @k()
; CHECK: define spir_func i32 @helper(
; CHECK: define spir_kernel void @k()
; CHECK: define spir_func i32 @helper(
; CHECK: __CLANG_OFFLOAD_BUNDLE__sycl-spir64-unknown-unknown
; CHECK: kind: bitcode
; CHECK: __CLANG_OFFLOAD_BUNDLE__sycl-spir64-unknown-unknown
; CHECK: kind: bitcode

define spir_kernel void @k() {
  %a = call spir_func i32 @helper(i32 1)
  ret void
}
declare spir_func i32 @helper(i32)
