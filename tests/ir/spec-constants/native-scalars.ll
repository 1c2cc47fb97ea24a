; Scalars of every type: numbered by first use, the same name is the same constant, bool is a byte.
; RUN: sybil opt --passes=spec-constants-native,spec-constants-native -S %s
; LLVM: 15 19
; CHECK-NOT: __sycl_get
; CHECK-NOT: @name
; CHECK-NOT: @id
; CHECK: define spir_kernel void @first
; CHECK-NEXT: %i = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 -42)
; CHECK-NEXT: store i32 %i, ptr addrspace(1) %p
; CHECK-NEXT: [[BYTE:%[0-9]+]] = call i8 @_Z20__spirv_SpecConstantia(i32 1, i8 1)
; CHECK-NEXT: %b = trunc i8 [[BYTE]] to i1
; CHECK-NEXT: %c = zext i1 %b to i8
; CHECK-NEXT: store i8 %c, ptr addrspace(1) %p
; CHECK-NEXT: %a = call i8 @_Z20__spirv_SpecConstantia(i32 2, i8 -7)
; CHECK: %s = call i16 @_Z20__spirv_SpecConstantis(i32 3, i16 513)
; CHECK: %x = call i64 @_Z20__spirv_SpecConstantix(i32 4, i64 72623859790382856)
; CHECK: define spir_kernel void @second
; CHECK-NEXT: %h = call half @_Z20__spirv_SpecConstantiDh(i32 5, half 0xH3C00)
; CHECK: %f = call float @_Z20__spirv_SpecConstantif(i32 6, float 1.500000e+00)
; CHECK: %d = call double @_Z20__spirv_SpecConstantid(i32 7, double -2.500000e+00)
; CHECK: %again = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 -42)
; CHECK: !sycl.specialization-constants = !{![[I:[0-9]+]], ![[B:[0-9]+]], ![[A:[0-9]+]], ![[S:[0-9]+]], ![[X:[0-9]+]], ![[H:[0-9]+]], ![[F:[0-9]+]], ![[D:[0-9]+]]}
; CHECK: !sycl.specialization-constants-default-values = !{![[I_:[0-9]+]], ![[B_:[0-9]+]], ![[A_:[0-9]+]], ![[S_:[0-9]+]], ![[X_:[0-9]+]], ![[H_:[0-9]+]], ![[F_:[0-9]+]], ![[D_:[0-9]+]]}
; CHECK: ![[I]] = !{!"int", i32 0, i32 0, i32 4}
; CHECK: ![[B]] = !{!"bool", i32 1, i32 0, i32 1}
; CHECK: ![[A]] = !{!"char", i32 2, i32 0, i32 1}
; CHECK: ![[S]] = !{!"short", i32 3, i32 0, i32 2}
; CHECK: ![[X]] = !{!"long", i32 4, i32 0, i32 8}
; CHECK: ![[H]] = !{!"half", i32 5, i32 0, i32 2}
; CHECK: ![[F]] = !{!"float", i32 6, i32 0, i32 4}
; CHECK: ![[D]] = !{!"double", i32 7, i32 0, i32 8}
; CHECK: ![[I_]] = !{i32 -42}
; CHECK: ![[B_]] = !{i8 1}
; CHECK: ![[A_]] = !{i8 -7}
; CHECK: ![[S_]] = !{i16 513}
; CHECK: ![[X_]] = !{i64 72623859790382856}
; CHECK: ![[H_]] = !{half 0xH3C00}
; CHECK: ![[F_]] = !{float 1.500000e+00}
; CHECK: ![[D_]] = !{double -2.500000e+00}
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

%"class.sycl::specialization_id" = type { i32 }
%nested = type { { half } }

@name.i = private unnamed_addr addrspace(1) constant [4 x i8] c"int\00"
@name.i.again = private unnamed_addr constant [4 x i8] c"int\00"
@name.b = private unnamed_addr addrspace(1) constant [5 x i8] c"bool\00"
@name.a = private unnamed_addr addrspace(1) constant [5 x i8] c"char\00"
@name.s = private unnamed_addr addrspace(1) constant [6 x i8] c"short\00"
@name.x = private unnamed_addr addrspace(1) constant [5 x i8] c"long\00"
@name.h = private unnamed_addr addrspace(1) constant [5 x i8] c"half\00"
@name.f = private unnamed_addr addrspace(1) constant [6 x i8] c"float\00"
@name.d = private unnamed_addr addrspace(1) constant [7 x i8] c"double\00"
@id.i = internal addrspace(1) constant %"class.sycl::specialization_id" { i32 -42 }
@id.b = internal addrspace(1) constant { i8 } { i8 1 }
@id.a = internal addrspace(1) constant { i8 } { i8 -7 }
@id.s = internal addrspace(1) constant { i16 } { i16 513 }
@id.x = internal addrspace(1) constant { i64 } { i64 72623859790382856 }
@id.h = internal addrspace(1) constant %nested { { half } { half 0xH3C00 } }
@id.f = internal addrspace(1) constant { float } { float 1.5 }
@id.d = internal addrspace(1) constant { double } { double -2.5 }

define spir_kernel void @first(ptr addrspace(1) %p) {
  %i = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.i to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @id.i to ptr addrspace(4)), ptr addrspace(4) null)
  store i32 %i, ptr addrspace(1) %p
  %b = call spir_func zeroext i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.b to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @id.b to ptr addrspace(4)), ptr addrspace(4) null)
  %c = zext i1 %b to i8
  store i8 %c, ptr addrspace(1) %p
  %a = call spir_func signext i8 @_Z37__sycl_getScalar2020SpecConstantValueIaET_PKcPKvS4_(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.a to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @id.a to ptr addrspace(4)), ptr addrspace(4) null)
  store i8 %a, ptr addrspace(1) %p
  %s = call spir_func signext i16 @_Z37__sycl_getScalar2020SpecConstantValueIsET_PKcPKvS4_(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.s to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @id.s to ptr addrspace(4)), ptr addrspace(4) null)
  store i16 %s, ptr addrspace(1) %p
  %x = call spir_func i64 @_Z37__sycl_getScalar2020SpecConstantValueIxET_PKcPKvS4_(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.x to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @id.x to ptr addrspace(4)), ptr addrspace(4) null)
  store i64 %x, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @second(ptr addrspace(1) %p) {
  %h = call spir_func half @_Z37__sycl_getScalar2020SpecConstantValueIDhET_PKcPKvS4_(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.h to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @id.h to ptr addrspace(4)), ptr addrspace(4) null)
  store half %h, ptr addrspace(1) %p
  %f = call spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.f to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @id.f to ptr addrspace(4)), ptr addrspace(4) null)
  store float %f, ptr addrspace(1) %p
  %d = call spir_func double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.d to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @id.d to ptr addrspace(4)), ptr addrspace(4) null)
  store double %d, ptr addrspace(1) %p
  %name = addrspacecast ptr @name.i.again to ptr addrspace(4)
  %again = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) %name, ptr addrspace(4) addrspacecast (ptr addrspace(1) @id.i to ptr addrspace(4)), ptr addrspace(4) null)
  store i32 %again, ptr addrspace(1) %p
  ret void
}

declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare spir_func zeroext i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare spir_func signext i8 @_Z37__sycl_getScalar2020SpecConstantValueIaET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare spir_func signext i16 @_Z37__sycl_getScalar2020SpecConstantValueIsET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare spir_func i64 @_Z37__sycl_getScalar2020SpecConstantValueIxET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare spir_func half @_Z37__sycl_getScalar2020SpecConstantValueIDhET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare spir_func double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
