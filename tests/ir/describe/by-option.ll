; Which option brings which set. Sets that no option names are there with --properties alone.
; RUN: for o in properties spec-const=native emit-param-info dead-args emit-exported-symbols emit-kernel-names emit-imported-symbols emit-program-metadata device-globals; do echo "== $o"; sybil post-link -q --properties --$o --split=off %s -o t.table && grep '^\[' t_0.prop; done
; CHECK: == properties
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: [SYCL/misc properties]
; CHECK-NEXT: [SYCL/implicit local arg]
; CHECK-NEXT: [SYCL/host pipes]
; CHECK-NEXT: [SYCL/virtual functions]
; CHECK-NEXT: [SYCL/registered kernels]
; CHECK-NEXT: == spec-const=native
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: [SYCL/specialization constants]
; CHECK-NEXT: [SYCL/specialization constants default values]
; CHECK-NEXT: [SYCL/misc properties]
; CHECK-NEXT: [SYCL/implicit local arg]
; CHECK: == emit-param-info
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: [SYCL/kernel param opt]
; CHECK-NEXT: [SYCL/misc properties]
; CHECK: == dead-args
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: [SYCL/kernel param opt]
; CHECK-NEXT: [SYCL/misc properties]
; CHECK: == emit-exported-symbols
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: [SYCL/exported symbols]
; CHECK-NEXT: [SYCL/misc properties]
; CHECK: == emit-kernel-names
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: [SYCL/kernel names]
; CHECK-NEXT: [SYCL/misc properties]
; CHECK: == emit-imported-symbols
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: [SYCL/imported symbols]
; CHECK-NEXT: [SYCL/misc properties]
; CHECK: == emit-program-metadata
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: [SYCL/program metadata]
; CHECK-NEXT: [SYCL/misc properties]
; CHECK: == device-globals
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: [SYCL/misc properties]
; CHECK-NEXT: [SYCL/implicit local arg]
; CHECK-NEXT: [SYCL/device globals]
; CHECK-NEXT: [SYCL/host pipes]
; CHECK-NEXT: [SYCL/virtual functions]
; CHECK-NEXT: [SYCL/registered kernels]
; All of them, in their order; the documents' dialect has two more.
; RUN: sybil post-link -q --properties --spec-const=native --emit-param-info --emit-exported-symbols --emit-kernel-names --emit-imported-symbols --emit-program-metadata --device-globals --split=off --dialect=spec %s -o s.table && grep '^\[' s_0.prop
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: [SYCL/specialization constants]
; CHECK-NEXT: [SYCL/specialization constants default values]
; CHECK-NEXT: [SYCL/devicelib req mask]
; CHECK-NEXT: [SYCL/kernel param opt]
; CHECK-NEXT: [SYCL/exported symbols]
; CHECK-NEXT: [SYCL/kernel names]
; CHECK-NEXT: [SYCL/imported symbols]
; CHECK-NEXT: [SYCL/program metadata]
; CHECK-NEXT: [SYCL/misc properties]
; CHECK-NEXT: [SYCL/assert used]
; CHECK-NEXT: [SYCL/implicit local arg]
; CHECK-NEXT: [SYCL/device globals]
; CHECK-NEXT: [SYCL/host pipes]
; CHECK-NEXT: [SYCL/virtual functions]
; CHECK-NEXT: [SYCL/registered kernels]
; Without --properties there are no files of them, whatever else is asked for.
; RUN: mkdir none && sybil post-link -q --emit-kernel-names --device-globals --split=off %s -o none/n.table && cat none/n.table && ls none
; CHECK-NEXT: [Code]
; CHECK-NEXT: n_0.bc
; CHECK-NEXT: n.table
; CHECK-NEXT: n_0.bc
target triple = "spir64-unknown-unknown"

@dg = addrspace(1) global i32 0 #1
@pipe = addrspace(1) global i32 0 #2
@name = private addrspace(1) constant [2 x i8] c"c\00"
@id = internal addrspace(1) constant i32 7

define spir_kernel void @k(i32 %x, ptr addrspace(3) "sycl-implicit-local-arg" %l) #0 !sycl_kernel_omit_args !0 !reqd_work_group_size !1 {
  %c = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @id to ptr addrspace(4)), ptr addrspace(4) null)
  store i32 %c, ptr addrspace(3) %l
  call spir_func void @__devicelib_assert_fail()
  call spir_func void @__devicelib_ConvertFToBF16INTEL()
  ret void
}
declare spir_func void @__devicelib_assert_fail()
declare spir_func void @__devicelib_ConvertFToBF16INTEL()
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))

attributes #0 = { "sycl-module-id"="a.cpp" "sycl-optlevel"="2" "calls-indirectly"="set" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-unique-id"="id_dg" }
attributes #2 = { "sycl-host-pipe" "sycl-host-pipe-size"="4" "sycl-unique-id"="id_pipe" }
!sycl_registered_kernels = !{!2}
!0 = !{i1 false, i1 true, i1 false}
!1 = !{i32 1, i32 1, i32 64}
!2 = !{!"user::k", !"k"}
