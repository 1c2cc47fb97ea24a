; Code that cannot run once per work-group is refused.
; RUN: for f in synchronizes escapes nested recursive takes dynamic unknown; do sed "s/@$f(\(.*\)) {/@$f(\1) #0 {/" %s >$f.ll; sybil opt --passes=work-group-scope $f.ll -S -o x.ll; echo $f $?; done 2>&1 | cat; test ! -e x.ll
; CHECK: synchronizes.ll: error: in parallel_for_work_group: 'barrier(int)' synchronizes work-items, but only one of them runs this code; call it in parallel_for_work_item, or use an nd_range kernel [work-group-scope]
; CHECK: note: in function 'synchronizes'; compile with '-g' to get the source location
; CHECK: synchronizes 1
; CHECK: error: in parallel_for_work_group: a reference to private memory must not be stored in a variable of the work-group [work-group-scope]
; CHECK: escapes 1
; CHECK: error: in parallel_for_work_group: calls of parallel_for_work_item must not be nested [work-group-scope]
; CHECK: nested 1
; CHECK: error: in parallel_for_work_group: a function that calls parallel_for_work_item must not be recursive [work-group-scope]
; CHECK: recursive 1
; CHECK: error: in parallel_for_work_group: 'user' takes a reference to private memory, but only one work-item calls it [work-group-scope]
; CHECK: takes 1
; CHECK: error: in parallel_for_work_group: a variable must have a fixed size [work-group-scope]
; CHECK: dynamic 1
; CHECK: error: in parallel_for_work_group: parameter 0 points to an object of unknown size [work-group-scope]
; CHECK: unknown 1
target triple = "spir64-unknown-unknown"

%struct.S = type { ptr addrspace(4) }
%"class.sycl::_V1::private_memory" = type { i32 }

define spir_func void @synchronizes() {
  call spir_func void @_Z7barrieri(i32 0)
  ret void
}
define spir_func void @escapes() {
  %own = alloca %"class.sycl::_V1::private_memory"
  %s = alloca %struct.S
  %own4 = addrspacecast ptr %own to ptr addrspace(4)
  store ptr addrspace(4) %own4, ptr %s
  ret void
}
define spir_func void @nested() {
  call spir_func void @outer_items()
  ret void
}
define spir_func void @recursive() {
  call spir_func void @again()
  ret void
}
define spir_func void @takes() {
  %own = alloca %"class.sycl::_V1::private_memory"
  call spir_func void @user(ptr %own)
  ret void
}
define spir_func void @dynamic(i32 %n) {
  %a = alloca i32, i32 %n
  store i32 0, ptr %a
  ret void
}
define spir_func void @unknown(ptr addrspace(4) %p) {
  store i32 0, ptr addrspace(4) %p
  ret void
}

define internal spir_func void @_Z7barrieri(i32 %n) {
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  ret void
}
define internal spir_func void @outer_items() #1 {
  call spir_func void @items()
  ret void
}
define internal spir_func void @items() #1 {
  ret void
}
define internal spir_func void @again() {
  call spir_func void @items()
  call spir_func void @again()
  ret void
}
declare spir_func void @user(ptr)
declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)

attributes #0 = { "sybil-work-group-scope" }
attributes #1 = { "sybil-work-item-scope"="parallel_for_work_item" }
