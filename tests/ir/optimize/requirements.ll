; What a function requires stays when it is inlined: post-link warns and states the same as before, however often and at
; which level passes ran, also of functions whose calls are removed.
; RUN: sybil post-link --emit-only-kernels-as-entry-points --properties --needs -j1 %s -o plain.table 2>plain.err; sed 's/^[^:]*: //' plain.err
; RUN: for l in 0 1 2 3 s z; do sybil opt --passes=dynamic-local,optimize,optimize -O$l %s -o opt.bc; sybil post-link --emit-only-kernels-as-entry-points --properties --needs -j1 opt.bc -o opt.table 2>opt.err; for i in 0 1 2; do cmp plain_$i.prop opt_$i.prop; cmp plain_$i.needs opt_$i.needs; done; sed 's/^[^:]*: //' opt.err >opt.said; sed 's/^[^:]*: //' plain.err | cmp - opt.said; done
; RUN: sybil opt --passes=optimize -S %s | grep -c sybil_requirers; sybil show plain_0.prop plain_1.prop plain_2.prop plain_0.needs | grep -vE '^(file|kind|size)'
; LLVM: 15 19
; CHECK: warning: function 'doubled' uses aspect 'fp64' not expected by its calling kernel.
; CHECK: warning: function 'inner' has required sub-group size '8'
; CHECK: warning: function 'unused' uses aspect 'image' not expected by its calling kernel.
; CHECK: warning: function 'narrow' compiled with a different `-fsycl-fixed-targets` switch
; CHECK-NOT: differ
; CHECK: 3
; CHECK: aspects: fp64, image
; CHECK-NEXT: reqd_sub_group_size: 8
; CHECK: aspects: fp16
; CHECK: aspects: (none)
; CHECK-NEXT: fixed_target: gpu
; CHECK: aspects: fp64, image
; CHECK-NEXT: reqd_sub_group_size: 8
target triple = "spir64-unknown-unknown"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"

define spir_func i32 @doubled(i32 %i) #1 !sycl_used_aspects !6 {
  %r = call spir_func i32 @inner(i32 %i)
  ret i32 %r
}
define internal spir_func i32 @inner(i32 %i) !intel_reqd_sub_group_size !8 {
  %d = sitofp i32 %i to double
  %h = fmul double %d, 5.0e-1
  %r = fptosi double %h to i32
  ret i32 %r
}
define internal spir_func i32 @unused(i32 %i) !sycl_declared_aspects !9 {
  ret i32 %i
}
define spir_func i32 @narrow(i32 %i) #1 !intel_fixed_targets !3 {
  ret i32 %i
}
define spir_kernel void @a(i32 addrspace(1)* %p) #0 {
  br i1 false, label %never, label %always
never:
  %u = call spir_func i32 @unused(i32 1)
  br label %always
always:
  %i = load i32, i32 addrspace(1)* %p
  %r = call spir_func i32 @doubled(i32 %i)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}
define spir_kernel void @b(i32 addrspace(1)* %p) #0 !sycl_used_aspects !5 {
  store i32 1, i32 addrspace(1)* %p
  ret void
}
define spir_kernel void @c(i32 addrspace(1)* %p) #0 !intel_fixed_targets !4 {
  %r = call spir_func i32 @narrow(i32 1)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
!3 = !{!"gpu"}
!4 = !{!"cpu", !"gpu"}
!5 = !{i32 5}
!6 = !{i32 6}
!8 = !{i32 8}
!9 = !{i32 9}
