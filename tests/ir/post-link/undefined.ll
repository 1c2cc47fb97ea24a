; Functions that nobody defines are told, each once, whatever the number of images, tables and processes; builtins and
; what another image may have are not.
; RUN: sycl-post-link -split=kernel -properties -jobs=1 %s -o t.table -o spir64,u.table 2>&1 | tee one
; CHECK: warning: Undefined function foo found in {{.*}}undefined.ll. This may result in runtime errors. [-Wundefined-function]
; CHECK-NOT: foo found
; CHECK: warning: Undefined function _Z3barv found in
; CHECK-NOT: warning
; RUN: for j in 2 3 8; do sycl-post-link -split=kernel -properties -jobs=$j %s -o t.table -o spir64,u.table 2>two; cmp one two && echo same; done
; CHECK: same
; CHECK: same
; CHECK: same
; RUN: sybil post-link --split=kernel --allow-device-image-dependencies %s -o t.table
; CHECK-NOT: warning
; RUN: sybil post-link --split=kernel -Wno-undefined-function %s -o t.table
; CHECK-NOT: warning
; A warning that is an error leaves no files, whoever found it.
; RUN: rm -f t* u*; for j in 1 3; do sybil post-link --split=kernel --symbols --properties -j$j -Werror %s -o t.table || echo exit $?; done; sybil post-link --ir-output-only -Werror %s -o t.bc || echo exit $?; ls t*; true
; CHECK: exit 1
; CHECK-NEXT: exit 1
; CHECK-NEXT: exit 1
; CHECK-NOT: t_0
; CHECK-NOT: t.
; Mangled names of OpenCL C are those of builtins.
; RUN: sed 's/"sycl-module-id"="."//' %s >cl.ll && sybil post-link --split=kernel cl.ll -o t.table
; CHECK: cl.ll: warning: Undefined function foo
; CHECK-NOT: warning
target triple = "spir64-unknown-unknown"
declare spir_func void @foo()
declare spir_func void @_Z3barv()
declare spir_func void @unused()
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func void @__devicelib_assert_fail()
declare i32 @llvm.ctpop.i32(i32)
define spir_func void @f() {
  call spir_func void @foo()
  call spir_func void @_Z3barv()
  ret void
}
define spir_kernel void @k1() "sycl-module-id"="a" {
  call spir_func void @f()
  %x = call i32 @llvm.ctpop.i32(i32 0)
  ret void
}
define spir_kernel void @k2() "sycl-module-id"="a" {
  call spir_func void @f()
  ret void
}
define spir_kernel void @k3() "sycl-module-id"="a" {
  call spir_func void @f()
  %x = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  ret void
}
define spir_kernel void @k4() "sycl-module-id"="a" {
  call spir_func void @f()
  ret void
}
define spir_kernel void @k5() "sycl-module-id"="a" {
  call spir_func void @__devicelib_assert_fail()
  ret void
}
define spir_kernel void @k6() "sycl-module-id"="a" {
  call spir_func void @f()
  ret void
}
define spir_kernel void @k7() "sycl-module-id"="a" {
  call spir_func void @f()
  ret void
}
define spir_kernel void @k8() "sycl-module-id"="a" {
  call spir_func void @f()
  ret void
}
define spir_kernel void @k9() "sycl-module-id"="a" {
  call spir_func void @f()
  ret void
}
