; Objects, archives and bare modules become one package: linked, split, described, translated, linked with SPIR-V beside.
; LLVM: 15
; REQUIRES: llvm-spirv-15
; REQUIRES: gcc
; RUN: sybil opt %s -o k.bc; sybil opt %S/_helper.ll -o h.bc; sybil translate h.bc -o h.spv
; RUN: sybil pack --offload --image=file=k.bc,triple=spir64-unknown-unknown,kind=sycl -o k.off
; RUN: sybil pack --offload --image=file=h.bc,triple=spir64-unknown-unknown,kind=sycl -o h.off
; RUN: echo 'int main;' >host.c; gcc -c host.c -o k.o; objcopy --add-section .llvm.offloading=k.off k.o
; RUN: gcc -c host.c -o h.o; objcopy --add-section .llvm.offloading=h.off h.o; ar rc lib.a h.o
; RUN: sybil link k.o lib.a -o a.syclbin; sybil show a.syclbin | grep -E 'kernels|aspects|state'; sybil check --strict a.syclbin
; RUN: sybil link k.bc h.spv -o b.syclbin --map=b.map; grep 'helper ' b.map; sybil check --strict b.syclbin
; RUN: sybil link k.o --state=object -o ko.syclbin; sybil link lib.a --state=object --whole -o ho.syclbin
; RUN: sybil link ko.syclbin ho.syclbin -o c.syclbin --split=kernel; sybil extract c.syclbin --module=1 -o c.spv; spirv-val c.spv
; RUN: sybil link k.o -o d.syclbin || echo exit $?; test ! -e d.syclbin
; RUN: sybil link host.c -o d.syclbin || echo exit $?
; RUN: cp host.c host.ll; sybil link host.ll -o d.syclbin || echo exit $?
; RUN: gcc -c host.c -o host.o; sybil link host.o -o d.syclbin || echo exit $?
; RUN: sybil link host.o k.o lib.a -o f.syclbin && cmp a.syclbin f.syclbin && echo host code alone is no mistake
; RUN: sybil pack --offload --image=file=h.spv,triple=spir64-unknown-unknown,kind=sycl -o s.off
; RUN: gcc -c host.c -o s.o; objcopy --add-section .llvm.offloading=s.off s.o; ar rc two.a s.o
; RUN: sybil link k.bc s.o two.a -o d.syclbin || echo exit $?
; RUN: mkdir t; TMPDIR=$PWD/t sybil link k.o lib.a -o e.syclbin && cmp a.syclbin e.syclbin && rmdir t && echo nothing is left behind, and the same bytes
; CHECK: state: executable
; CHECK: kernels: d
; CHECK: aspects: fp64
; CHECK: kernels: k
; CHECK: aspects: (none)
; CHECK: helper
; CHECK: exit 1
; CHECK: helper is not defined in any package for spir64{{.*}}[link-unresolved]
; CHECK: exit 3
; CHECK: host.c: found no LLVM IR, SPIR-V, PTX or package in {{.*}}[link-input]
; CHECK: exit 3
; CHECK: host.ll{{.*}}[ir-parse]
; CHECK: exit 3
; CHECK: host.o: found no LLVM IR, SPIR-V, PTX or package in an ELF file [link-input]
; CHECK: host code alone is no mistake
; CHECK: exit 1
; CHECK: two.a(s.o): error: helper is defined twice{{.*}}[link-duplicate]
; CHECK: the other one is at s.o
; CHECK: nothing is left behind, and the same bytes

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(i32 addrspace(1)* %p) {
  %a = call spir_func i32 @helper(i32 1)
  store i32 %a, i32 addrspace(1)* %p
  ret void
}
define spir_kernel void @d(double addrspace(1)* %p) {
  store double 1.0, double addrspace(1)* %p
  ret void
}
declare spir_func i32 @helper(i32)
