; Calls that cannot be lowered: each is said, and nothing is written.
; RUN: sybil opt --passes=spec-constants-native -S %s -o %t || echo exit $?; test ! -e %t && echo nothing
; LLVM: 15 19
; CHECK: exit 3
; CHECK: nothing
; CHECK: function 'k': a call for a specialization constant has a name that is not a constant string
; CHECK: function 'k': a call for a specialization constant has a name that is not a constant string
; CHECK: function 'k': a call for a specialization constant has a name that is not a constant string
; CHECK: function 'k': a call for a specialization constant has a specialization_id that is not a constant variable
; CHECK: function 'k': variable 'id.declared' has no default value for its specialization constant [spec-constant-default]
; CHECK: function 'k': variable 'id.declared' has no default value for its specialization constant [spec-constant-default]
; CHECK: function 'k': variable 'id.small' is smaller than its specialization constant [spec-constant-default]
; CHECK: function 'k': variable 'id.address' has a default value that does not consist of numbers [spec-constant-default]
; CHECK: function 'k': a call for a specialization constant requests a different type than an earlier call
; CHECK: function 'k': a call for a specialization constant has the wrong number of arguments
; CHECK: function 'k': a call for a specialization constant has an unknown result type
; CHECK: function 'k': specialization constant 'pointer' has an unsupported type [spec-constant-type]
; CHECK: function 'k': specialization constant 'bits' has an unsupported type [spec-constant-type]
; CHECK: function 'k': specialization constant 'wide' has an unsupported type [spec-constant-type]
; CHECK: function 'k': specialization constant 'large' is larger than
; CHECK: function 'k': a call for a specialization constant has a buffer argument that is not a pointer
; CHECK: function 'k': a call for a specialization constant allocates memory with invalid arguments
; CHECK: function 'k': a call for a specialization constant has the wrong number of arguments
; CHECK: function 'k': a call for a specialization constant has the wrong number of arguments
; CHECK: function 'k': a call for a specialization constant has no pointer to its result
; CHECK: function 'k': a call for a specialization constant has an unknown result type
; CHECK: the address of '_Z37__sycl_getScalar2020SpecConstantValueItaken' is used; only calls are supported [spec-constant-call]
target datalayout = "e-i64:64"

@name.i = private constant [4 x i8] c"int\00"
@name.empty = private constant [1 x i8] zeroinitializer
@name.number = private constant i32 7
@name.declared = private constant [9 x i8] c"declared\00"
@name.small = private constant [6 x i8] c"small\00"
@name.address = private constant [8 x i8] c"address\00"
@name.pointer = private constant [8 x i8] c"pointer\00"
@name.bits = private constant [5 x i8] c"bits\00"
@name.wide = private constant [5 x i8] c"wide\00"
@name.large = private constant [6 x i8] c"large\00"
@name.n = private constant [2 x i8] c"n\00"
@id.i = internal constant { i32 } { i32 1 }
@id.declared = external constant { i32 }
@id.small = internal constant { i16 } { i16 1 }
@id.address = internal constant { i64 } { i64 ptrtoint (ptr @id.i to i64) }
@id.large = internal constant { [1000000 x i64] } zeroinitializer
@id.float = internal constant { float } { float 1.0 }
@table = global ptr @_Z37__sycl_getScalar2020SpecConstantValueItaken

define spir_kernel void @k(ptr %name, i1 %choice) {
  %1 = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr %name, ptr @id.i, ptr null)
  %2 = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr @name.empty, ptr @id.i, ptr null)
  %3 = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr @name.number, ptr @id.i, ptr null)
  %4 = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr @name.i, ptr %name, ptr null)
  %5 = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr @name.declared, ptr @id.declared, ptr null)
  %again = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr @name.declared, ptr @id.declared, ptr null)
  %6 = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr @name.small, ptr @id.small, ptr null)
  %7 = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIl(ptr @name.address, ptr @id.address, ptr null)
  %8 = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr @name.i, ptr @id.i, ptr null)
  %9 = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIl(ptr @name.i, ptr @id.i, ptr null)
  %10 = call i32 @_Z37__sycl_getScalar2020SpecConstantValueItwo(ptr @name.i, ptr @id.i)
  call void @_Z40__sycl_getComposite2020SpecConstantValueIplain(ptr %name, ptr @name.i, ptr @id.i, ptr null)
  %11 = call ptr @_Z37__sycl_getScalar2020SpecConstantValueIPv(ptr @name.pointer, ptr @id.i, ptr null)
  %12 = call <4 x i1> @_Z40__sycl_getComposite2020SpecConstantValueIDv4_b(ptr @name.bits, ptr @id.i, ptr null)
  %13 = call i128 @_Z37__sycl_getScalar2020SpecConstantValueIn(ptr @name.wide, ptr @id.i, ptr null)
  call void @_Z40__sycl_getComposite2020SpecConstantValueIA(ptr sret([1000000 x i64]) %name, ptr @name.large, ptr @id.large, ptr null)
  %14 = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIbuffer(ptr @name.i, ptr @id.i, i64 0)
  %15 = call i32 @llvm.sycl.alloca.wrong(ptr @name.n, ptr @id.i, ptr null, float 0.0, i64 4)
  %few = call ptr @llvm.sycl.alloca.few(ptr @name.n, ptr @id.i, ptr null)
  call void @llvm.sycl.alloca.void(ptr @name.n, ptr @id.i, ptr null, float 0.0, i64 4)
  call void @_Z40__sycl_getComposite2020SpecConstantValueIplace(i32 1, ptr @name.i, ptr @id.i, ptr null)
  %16 = call ptr @llvm.sycl.alloca.float(ptr @name.n, ptr @id.float, ptr null, float 0.0, i64 4)
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr, ptr, ptr)
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIl(ptr, ptr, ptr)
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueItwo(ptr, ptr)
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIbuffer(ptr, ptr, i64)
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueItaken(ptr, ptr, ptr)
declare ptr @_Z37__sycl_getScalar2020SpecConstantValueIPv(ptr, ptr, ptr)
declare i128 @_Z37__sycl_getScalar2020SpecConstantValueIn(ptr, ptr, ptr)
declare <4 x i1> @_Z40__sycl_getComposite2020SpecConstantValueIDv4_b(ptr, ptr, ptr)
declare void @_Z40__sycl_getComposite2020SpecConstantValueIplain(ptr, ptr, ptr, ptr)
declare void @_Z40__sycl_getComposite2020SpecConstantValueIA(ptr sret([1000000 x i64]), ptr, ptr, ptr)
declare i32 @llvm.sycl.alloca.wrong(ptr, ptr, ptr, float, i64)
declare ptr @llvm.sycl.alloca.float(ptr, ptr, ptr, float, i64)
declare ptr @llvm.sycl.alloca.few(ptr, ptr, ptr)
declare void @llvm.sycl.alloca.void(ptr, ptr, ptr, float, i64)
declare void @_Z40__sycl_getComposite2020SpecConstantValueIplace(i32, ptr, ptr, ptr)
