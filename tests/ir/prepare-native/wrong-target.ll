; A module for another target, a size that is not constant, too many arguments: errors, and no output.
; RUN: sybil opt --passes=prepare-native %s -o out || echo exit $?
; RUN: sed 's/spir64-unknown-unknown/nvptx64-nvidia-cuda/' %s >n.ll; sybil opt --passes=prepare-native n.ll -o out || echo exit $?; ls
; LLVM: 15 19
; CHECK: exit 1
; CHECK: error: the module was compiled for spir64-unknown-unknown, not for a GPU of NVIDIA or AMD [aot-input]
; CHECK-NEXT: note: {{.*}}clang --target=nvptx64-nvidia-cuda
; CHECK: exit 3
; CHECK-NOT: out
; CHECK: error: the size of local memory must be a constant [aot-call]
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(i64 %n) {
  %l = call ptr addrspace(3) @_Z26__sycl_allocateLocalMemorymm(i64 %n, i64 16)
  ret void
}

declare ptr addrspace(3) @_Z26__sycl_allocateLocalMemorymm(i64, i64)
