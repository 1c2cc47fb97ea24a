; What translators do not take does not come out: tables of switches, integers of odd widths, hints.
; RUN: for l in 1 2 3 s z; do sybil opt --passes=optimize -O$l -S %s -o %t.ll; grep -cE 'i33|switch.table|llvm.assume|no-jump-tables|x i32>' %t.ll || true; done
; RUN: sybil opt --passes=optimize -S %s
; LLVM: 15 19
; CHECK: 0
; CHECK-NEXT: 0
; CHECK-NEXT: 0
; CHECK-NEXT: 0
; CHECK-NEXT: 0
; CHECK: define spir_kernel void @sum(
; CHECK-NOT: call spir_func
; CHECK: ret void
; CHECK: define spir_kernel void @choose
target triple = "spir64-unknown-unknown"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"

define spir_kernel void @sum(ptr addrspace(1) %p, i32 %n) {
entry:
  %s = call spir_func i32 @count(i32 %n)
  store i32 %s, ptr addrspace(1) %p
  ret void
}

define internal spir_func i32 @count(i32 %n) {
entry:
  %some = icmp ne i32 %n, 0
  call void @llvm.assume(i1 %some)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %s, %i
  %next = add i32 %i, 1
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %done
done:
  ret i32 %more
}

define spir_kernel void @choose(ptr addrspace(1) %p, i32 %n) {
  switch i32 %n, label %done [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %d
    i32 4, label %e
  ]
a:
  br label %done
b:
  br label %done
c:
  br label %done
d:
  br label %done
e:
  br label %done
done:
  %v = phi i32 [ 9, %0 ], [ 4, %a ], [ 77, %b ], [ 3, %c ], [ 1000, %d ], [ 5, %e ]
  store i32 %v, ptr addrspace(1) %p
  ret void
}

declare void @llvm.assume(i1)
