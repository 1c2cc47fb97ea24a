; A module whose specialization constants were lowered before has the property sets that lowering it here would give.
; RUN: for how in native emulation; do sybil post-link --spec-const=$how --split=none --properties %s -o a.table; sybil opt --passes=spec-constants-$how %s -o l.bc; sybil post-link --split=none --properties l.bc -o b.table; cmp a_0.prop b_0.prop && echo same; sybil post-link --spec-const=$how --split=none --properties l.bc -o b.table; cmp a_0.prop b_0.prop && echo same again; grep -c 'all=' b_0.prop; done
; CHECK: same
; CHECK: same again
; CHECK-NEXT: 1
; CHECK: same
; CHECK: same again
; CHECK-NEXT: 1
; An image has the constants that its code names, with their numbers; in a buffer all keep their places.
; RUN: sybil opt --passes=spec-constants-native %s -o l.bc; sybil post-link --dialect=spec --split=kernel --properties l.bc -o t.table && cat t_1.prop t_0.prop
; CHECK: [SYCL/specialization constants]
; CHECK-NEXT: one=2|AAAAAAAAAAAEAAAA
; CHECK-NEXT: two=2|AQAAAAAAAAAIAAAAAgAAAAgAAAABAAAA/////wkAAAAHAAAA
; CHECK-NEXT: [SYCL/specialization constants default values]
; CHECK-NEXT: one=2|BwAAAA==
; CHECK-NEXT: two=2|AAAAAAAA8D8DAAAAAAAAAA==
; CHECK: [SYCL/specialization constants]
; CHECK-NEXT: three=2|AwAAAAAAAAABAAAA
; CHECK-NEXT: [SYCL/specialization constants default values]
; CHECK-NEXT: three=2|AQ==
; RUN: sybil opt --passes=spec-constants-emulation %s -o e.bc; sybil post-link --split=kernel --properties e.bc -o e.table && diff e_0.prop e_1.prop && echo equal
; CHECK: equal
; Metadata that is no such metadata.
; RUN: printf 'define spir_kernel void @k() {\n ret void\n}\n!sycl.specialization-constants = !{!0}\n!0 = !{!"a", i32 1}\n' >bad.ll && sybil post-link --properties bad.ll -o bad.table; printf 'define spir_kernel void @k() {\n ret void\n}\n!sycl.specialization-constants = !{!0}\n!0 = !{!"a", i32 0, i32 0, i32 4}\n' >bad.ll && sybil post-link --properties bad.ll -o bad.table
; CHECK: [spec-constant-metadata]
; CHECK: the size of the default values does not match the constants [spec-constant-metadata]
; EXIT: 3
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"
%struct.S = type { double, i8 }
@name.1 = private constant [4 x i8] c"one\00"
@name.2 = private constant [4 x i8] c"two\00"
@name.3 = private constant [6 x i8] c"three\00"
@id.1 = internal addrspace(1) constant { i32 } { i32 7 }
@id.2 = internal addrspace(1) constant { %struct.S } { %struct.S { double 1.0, i8 3 } }
@id.3 = internal addrspace(1) constant { i8 } { i8 1 }
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr addrspace(1), ptr)
declare i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr, ptr addrspace(1), ptr)
declare %struct.S @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(ptr, ptr addrspace(1), ptr)
define spir_kernel void @a(ptr %buffer) {
  %1 = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name.1, ptr addrspace(1) @id.1, ptr %buffer)
  %2 = call %struct.S @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(ptr @name.2, ptr addrspace(1) @id.2, ptr %buffer)
  ret void
}
define spir_kernel void @b(ptr %buffer) {
  %1 = call i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr @name.3, ptr addrspace(1) @id.3, ptr %buffer)
  ret void
}
