; Options of sycl-post-link that nothing else here uses, as its driver may give them.
; LLVM: 15
; RUN: llvm-as -opaque-pointers %s -o app.bc
; RUN: for r in int uint size_t; do sycl-post-link -properties -id-queries-range=$r -Os -Oz app.bc -o $r.table && echo $r && cat ${r}_0.prop; done
; CHECK: int
; CHECK-NOT: idQueriesRange
; CHECK: uint
; CHECK: idQueriesRange=1|1
; CHECK: size_t
; CHECK: idQueriesRange=1|2
; RUN: sycl-post-link -id-queries-range=long app.bc -o x.table || echo exit $?; ls x.table || echo no table
; CHECK: exit 1
; CHECK-NEXT: no table
; An image with default values has the number after that of its image, and says so; one without constants has no copy.
; RUN: sycl-post-link -properties -symbols -spec-const=native -generate-device-image-default-spec-consts app.bc -o d.table && cat d.table d_0.sym d_1.sym d_2.sym d_1.prop d_2.prop
; CHECK: d_0.bc|d_0.prop|d_0.sym
; CHECK-NEXT: d_1.bc|d_1.prop|d_1.sym
; CHECK-NEXT: d_2.bc|d_2.prop|d_2.sym
; CHECK-NEXT: plain
; CHECK-NEXT: uses
; CHECK-NEXT: uses
; CHECK: [SYCL/specialization constants]
; CHECK-NEXT: factor=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA
; CHECK: [SYCL/specialization constants default values]
; CHECK-NOT: [SYCL/specialization constants
; CHECK: specConstsReplacedWithDefault=1|1
; RUN: llvm-dis d_1.bc -o - | grep 'store'; llvm-dis d_2.bc -o - | grep store
; CHECK: store i32 %{{.*}}
; CHECK-NEXT: store i32 7
; The option's older name.
; RUN: sycl-post-link -properties -support-dynamic-linking -emit-imported-symbols app.bc -o e.table && cat e_0.prop
; CHECK: [SYCL/imported symbols]
; CHECK-NEXT: elsewhere=1|1
target triple = "spir64-unknown-unknown"
@name = private unnamed_addr addrspace(1) constant [7 x i8] c"factor\00"
@id = internal addrspace(1) constant { i32 } { i32 7 }
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare spir_func void @elsewhere()
define spir_kernel void @uses(ptr addrspace(1) %out) "sycl-module-id"="a" {
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @id to ptr addrspace(4)), ptr addrspace(4) null)
  store i32 %v, ptr addrspace(1) %out
  ret void
}
define spir_kernel void @plain() "sycl-module-id"="b" {
  call spir_func void @elsewhere()
  ret void
}
