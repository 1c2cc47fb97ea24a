; Device code in offload binaries, in objects that carry them, and in archives of such objects.
; REQUIRES: gcc
; RUN: sybil opt %s -o k.bc; sybil opt %S/_helper.ll -o h.bc; cp h.bc h2.bc
; RUN: sybil pack --offload --image=file=k.bc,triple=spir64-unknown-unknown,kind=sycl -o k.off
; RUN: sybil pack --offload --image=file=h.bc,triple=spir64-unknown-unknown,kind=sycl --image=file=h2.bc,triple=nvptx64-nvidia-cuda,kind=sycl -o h.off
; RUN: echo 'int main;' >host.c; gcc -c host.c -o k.o; objcopy --add-section .llvm.offloading=k.off k.o
; RUN: gcc -c host.c -o h.o; objcopy --add-section .llvm.offloading=h.off h.o; ar rc lib.a h.o
; RUN: sybil opt k.o lib.a -S || echo exit $?
; RUN: sybil opt k.o lib.a --triple=spir64-unknown-unknown -S
; RUN: sybil post-link k.o lib.a --triple=spir64-unknown-unknown --symbols -o t.table; cat t_0.sym
; RUN: sybil opt k.o --triple=amdgcn -S || echo exit $?
; RUN: sybil opt host.c -S || echo exit $?
; RUN: gcc -c host.c -o host.o; sybil opt host.o || echo exit $?
; CHECK: exit 1
; CHECK: error: {{.*}}has code for 'spir64-unknown-unknown' and {{.*}}lib.a(h.o) for 'nvptx64-nvidia-cuda': choose with --triple [link-target]
; CHECK: define spir_kernel void @k()
; CHECK: define spir_func i32 @helper(
; CHECK: {{^}}k{{$}}
; CHECK: exit 1
; CHECK: error: k.o contains no LLVM IR for amdgcn [link-input]
; CHECK: exit 3
; CHECK: exit 3
; CHECK: error: host.o contains no LLVM IR [link-input]

define spir_kernel void @k() {
  %a = call spir_func i32 @helper(i32 1)
  ret void
}
declare spir_func i32 @helper(i32)
