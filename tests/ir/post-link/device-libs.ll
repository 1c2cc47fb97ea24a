; The bfloat16 libraries are listed behind the images, with properties of their own, once an image uses them.
; RUN: mkdir lib && sed -n 's/^;NATIVE //p' %s | llvm-as -o lib/libsycl-native-bfloat16.bc && sed -n 's/^;FALLBACK //p' %s | llvm-as -o lib/libsycl-fallback-bfloat16.bc
; RUN: sycl-post-link -split=kernel -properties -symbols -emit-imported-symbols -device-lib-dir=lib %s -o t.table -o spir64,s.table && cat t.table s.table
; RUN: cat t_0.prop t_2.prop t_2.sym t_3.prop t_3.spir64.prop
; CHECK: [Code|Properties|Symbols]
; CHECK-NEXT: t_0.bc|t_0.prop|t_0.sym
; CHECK-NEXT: t_1.bc|t_1.prop|t_1.sym
; CHECK-NEXT: lib/libsycl-fallback-bfloat16.bc|t_2.prop|t_2.sym
; CHECK-NEXT: lib/libsycl-native-bfloat16.bc|t_3.prop|t_3.sym
; CHECK: t_0.bc|t_0.spir64.prop|t_0.sym
; CHECK: lib/libsycl-native-bfloat16.bc|t_3.spir64.prop|t_3.sym
; CHECK-NOT: warning
; CHECK: [SYCL/imported symbols]
; CHECK-NEXT: __devicelib_ConvertFToBF16INTEL=1|1
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: aspects=2|AAAAAAAAAAA
; CHECK-NEXT: [SYCL/devicelib metadata]
; CHECK-NEXT: bfloat16=1|0
; CHECK-NEXT: [SYCL/exported symbols]
; CHECK-NEXT: __devicelib_ConvertFToBF16INTEL=1|1
; CHECK-NEXT: __devicelib_ConvertFToBF16INTEL
; CHECK-NEXT: [SYCL/device requirements]
; CHECK: bfloat16=1|1
; CHECK: __devicelib_ConvertFToBF16INTEL=1|1
; CHECK: bfloat16=1|1
; Nobody uses them, or nobody says where they are: no rows. They are not where they should be: an error.
; RUN: sed 's/call i16 @__dev.*/add i16 0, 0/' %s >no.ll && sycl-post-link -split=kernel -device-lib-dir=lib no.ll -o no.table && cat no.table
; CHECK-NOT: libsycl
; RUN: sycl-post-link -split=kernel %s -o w.table && cat w.table
; CHECK-NOT: libsycl
; RUN: mkdir x && cd x && { sycl-post-link -split=kernel -properties -device-lib-dir=nowhere %s -o t.table && exit 9; ls -A | wc -l; }
; CHECK: 0
; CHECK: nowhere/libsycl-fallback-bfloat16.bc: error: cannot open
target triple = "spir64-unknown-unknown"
;FALLBACK define internal spir_func i16 @f(float %x) {
;FALLBACK   ret i16 0
;FALLBACK }
;FALLBACK define spir_func i16 @__devicelib_ConvertFToBF16INTEL(i64 %x) {
;FALLBACK   %y = call spir_func i16 @f(float 0.0)
;FALLBACK   ret i16 %y
;FALLBACK }
;NATIVE declare spir_func i16 @_Z27__spirv_ConvertFToBF16INTELf(float)
;NATIVE define spir_func i16 @__devicelib_ConvertFToBF16INTEL(i64 %x) {
;NATIVE   %y = call spir_func i16 @_Z27__spirv_ConvertFToBF16INTELf(float 0.0)
;NATIVE   ret i16 %y
;NATIVE }
declare spir_func i16 @__devicelib_ConvertFToBF16INTEL(i64)
define spir_kernel void @plain() {
  ret void
}
define spir_kernel void @uses() {
  %x = call i16 @__devicelib_ConvertFToBF16INTEL(i64 0)
  ret void
}
