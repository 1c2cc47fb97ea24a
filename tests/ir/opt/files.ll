; Output over the input, standard input and output, the same bytes whatever the file is called.
; RUN: cp %s in.ll; sybil opt in.ll -o in.ll && sybil opt in.ll -o in.ll && sybil opt -S in.ll | grep -c 'define void @f'
; RUN: sybil opt - <%s >piped.bc; cmp piped.bc in.ll && echo same from a pipe
; RUN: mkdir d; cp %s d/other.ll; (cd d; sybil opt other.ll -o out.bc); cmp d/out.bc in.ll && echo same by another name
; RUN: sybil opt -S %s >a.ll; sybil opt -S d/other.ll >b.ll; cmp a.ll b.ll && echo same text
; RUN: sybil opt %s -o d/no/such/folder || echo exit $?
; RUN: sybil opt %s -o x.bc -j | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["output"], d["size"] > 100)'
; RUN: sybil opt %s >/dev/full || echo exit $?
; CHECK: 1
; CHECK-NEXT: same from a pipe
; CHECK-NEXT: same by another name
; CHECK-NEXT: same text
; CHECK-NEXT: exit 4
; CHECK: x.bc True
; CHECK: exit 4

define void @f() {
  ret void
}
