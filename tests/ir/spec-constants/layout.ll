; Places of scalars are those of memory: packed structs, arrays of what has padding, vectors of three.
; RUN: sybil opt --passes=spec-constants-native -S %s
; RUN: sybil opt --passes=spec-constants-emulation -S %s
; LLVM: 15 19
; CHECK: !{!"packed", i32 0, i32 0, i32 1, i32 1, i32 1, i32 4}
; CHECK: !{!"array", i32 2, i32 0, i32 4, i32 3, i32 4, i32 1, i32 4, i32 8, i32 4, i32 5, i32 12, i32 1, i32 -1, i32 13, i32 3}
; CHECK: !{!"threes", i32 6, i32 0, i32 2, i32 7, i32 2, i32 2, i32 8, i32 4, i32 2, i32 9, i32 8, i32 2, i32 10, i32 10, i32 2, i32 11, i32 12, i32 2, i32 -1, i32 14, i32 2}
; CHECK: !{<{ i8, i32 }> <{ i8 1, i32 2 }>}
; CHECK: !{[2 x { i32, i8 }] [{ i32, i8 } { i32 3, i8 4 }, { i32, i8 } { i32 5, i8 6 }]}
; CHECK: !{[2 x <3 x i16>] [<3 x i16> <i16 1, i16 2, i16 3>, <3 x i16> <i16 4, i16 5, i16 6>]}
; CHECK: getelementptr i8, ptr %b, i32 0
; CHECK: load <{ i8, i32 }>, ptr {{%[0-9]+}}, align 1
; CHECK: getelementptr i8, ptr %b, i32 8
; CHECK: load [2 x { i32, i8 }], ptr {{%[0-9]+}}, align 4
; CHECK: getelementptr i8, ptr %b, i32 24
; CHECK: load [2 x <3 x i16>], ptr {{%[0-9]+}}, align 8
; CHECK: !{!"packed", i32 0, i32 0, i32 5, i32 -1, i32 5, i32 3}
; CHECK: !{!"array", i32 1, i32 0, i32 16}
; CHECK: !{!"threes", i32 2, i32 0, i32 16}
target datalayout = "e-i64:64-v48:64"
@name.p = private constant [7 x i8] c"packed\00"
@name.a = private constant [6 x i8] c"array\00"
@name.t = private constant [7 x i8] c"threes\00"
@id.p = internal constant { <{ i8, i32 }> } { <{ i8, i32 }> <{ i8 1, i32 2 }> }
@id.a = internal constant { [2 x { i32, i8 }] } { [2 x { i32, i8 }] [{ i32, i8 } { i32 3, i8 4 }, { i32, i8 } { i32 5, i8 6 }] }
@id.t = internal constant { [2 x <3 x i16>] } { [2 x <3 x i16>] [<3 x i16> <i16 1, i16 2, i16 3>, <3 x i16> <i16 4, i16 5, i16 6>] }
define spir_kernel void @k(ptr %p, ptr %b) {
  call void @_Z40__sycl_getComposite2020SpecConstantValueIp(ptr sret(<{ i8, i32 }>) align 1 %p, ptr @name.p, ptr @id.p, ptr %b)
  call void @_Z40__sycl_getComposite2020SpecConstantValueIa(ptr sret([2 x { i32, i8 }]) align 4 %p, ptr @name.a, ptr @id.a, ptr %b)
  call void @_Z40__sycl_getComposite2020SpecConstantValueIt(ptr sret([2 x <3 x i16>]) align 8 %p, ptr @name.t, ptr @id.t, ptr %b)
  ret void
}
declare void @_Z40__sycl_getComposite2020SpecConstantValueIp(ptr sret(<{ i8, i32 }>), ptr, ptr, ptr)
declare void @_Z40__sycl_getComposite2020SpecConstantValueIa(ptr sret([2 x { i32, i8 }]), ptr, ptr, ptr)
declare void @_Z40__sycl_getComposite2020SpecConstantValueIt(ptr sret([2 x <3 x i16>]), ptr, ptr, ptr)
