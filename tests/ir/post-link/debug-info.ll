; Modules with debug information, as a compiler makes them: each image verifies and has the lines of its own functions,
; the compile units and variables of no others; together they are linked again.
; REQUIRES: clang-15
; RUN: sed -n 's/^;C //p' %s >a.cl && clang --target=spir64 -x cl -cl-std=CL2.0 -O1 -g -emit-llvm -c a.cl -o a.bc && sed 's/first/third/;s/second/fourth/;s/shared/common/;s/table/list/' a.cl >b.cl && clang --target=spir64 -x cl -cl-std=CL2.0 -O0 -g -emit-llvm -c b.cl -o b.bc && llvm-link a.bc b.bc -o ab.bc
; RUN: for split in kernel off none; do sybil post-link --split=$split -j2 ab.bc -o $split.table && for f in $(sed 1d $split.table); do opt -passes=verify -disable-output $f && llvm-dis $f -o - | grep -c 'distinct !DICompileUnit'; done; done
; CHECK: 1
; CHECK-NEXT: 1
; CHECK-NEXT: 1
; CHECK-NEXT: 1
; CHECK-NEXT: 2
; CHECK-NEXT: 2
; RUN: llvm-dis kernel_0.bc -o -
; CHECK: define {{.*}}spir_kernel void @third({{.*}} !dbg [[SP:![0-9]+]]
; CHECK-NOT: @fourth
; CHECK: !DICompileUnit({{.*}}file: [[FILE:![0-9]+]]
; CHECK: [[FILE]] = !DIFile(filename: "b.cl"
; CHECK: [[SP]] = distinct !DISubprogram(name: "third"
; CHECK-NOT: name: "fourth"
; RUN: llvm-dis kernel_3.bc -o - | grep -c 'a.cl'
; CHECK: 1
; RUN: llvm-link kernel_0.bc kernel_1.bc kernel_2.bc kernel_3.bc -o linked.bc && opt -passes=verify -disable-output linked.bc && llvm-dis linked.bc -o - | grep -c 'define .*spir_kernel'
; CHECK: 4
; RUN: sybil post-link --split=kernel --dead-args -S ab.bc -o d.table && for f in $(sed 1d d.table); do opt -passes=verify -disable-output $f || exit 1; done; echo verified
; CHECK: verified
;C static constant int table[4] = { 1, 2, 3, 4 };
;C __attribute__((noinline)) int shared(int x) { int y = x * 2; return y + table[x & 3]; }
;C kernel void first(global int *out, int unused) { int i = get_global_id(0); out[i] = shared(i); }
;C kernel void second(global float *out) { int i = get_global_id(0); out[i] = i / 2.0f; }
