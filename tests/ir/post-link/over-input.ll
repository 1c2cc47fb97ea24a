; A table or images do not take the place of what was read, whatever way it is named. The one image may, if that is what
; the file was; a failed run leaves it as it was.
; RUN: mkdir d e && cp %s w.ll && cp %s w_0.bc && cp %s d/t_3.bc && ln w.ll other && llvm-as %s -o x.bc && sybil pack --offload --image=file=x.bc,triple=spir64,kind=sycl -o x.pack; md5sum w.ll w_0.bc d/t_3.bc x.* >before; ls >names
; RUN: try() { "$@" 2>&1 | grep -v usage; echo "exit ${PIPESTATUS[0]}"; }; try sybil post-link -S w.ll -o ./w.ll; try sycl-post-link -properties -S w.ll -o other; try sybil post-link --properties w_0.bc -o ./w.table; try sycl-post-link -properties -out-dir=d d/t_3.bc -o t.table; try sybil post-link --ir-output-only w.ll w_0.bc -o w.ll; try sybil post-link --ir-output-only x.pack -o x.pack; try sybil opt --passes=propagate-aspects x.pack -o x.pack; try sybil opt --passes=propagate-aspects x.bc x.bc -o x.bc; md5sum -c --quiet before && ls | cmp - names && echo nothing changed
; CHECK: './w.ll': the input file is also the output file
; CHECK: exit 2
; CHECK: 'other': the input file is also the output file
; CHECK: exit 1
; CHECK: 'w_0.bc': an image of './w.table' may be written over this input
; CHECK: exit 2
; CHECK: 'd/t_3.bc': an image of 't.table' may be written over this input
; CHECK: exit 1
; CHECK: 'w.ll': the input file is also the output file
; CHECK: exit 2
; CHECK: 'x.pack': the input file is also the output file
; CHECK: exit 2
; CHECK: 'x.pack': the input file is also the output file
; CHECK: exit 2
; CHECK: 'x.bc': the input file is also the output file
; CHECK: exit 2
; CHECK: nothing changed
; RUN: cp w.ll v_1.ll && sybil post-link v_1.ll -o v.table && sybil post-link w_0.bc -o e/w.table && sybil post-link --plan w_0.bc -o w.table >plan && sybil post-link --ir-output-only -Werror -S w.ll -o w.ll || echo exit $?; md5sum -c --quiet before && echo as it was; sybil post-link --ir-output-only -S w.ll -o w.ll && grep -c '^; RUN' w.ll
; CHECK: exit 1
; CHECK: as it was
; CHECK: 0
; EXIT: 1
target triple = "spir64-unknown-unknown"
declare spir_func void @nobody()
define spir_kernel void @k() "sycl-module-id"="a" {
  call spir_func void @nobody()
  ret void
}
