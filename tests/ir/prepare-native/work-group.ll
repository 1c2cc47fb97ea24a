; Sizes that no GPU has are errors, not left out: more than 31 bits, in one dimension or in all.
; RUN: for s in 'i64 -1, i64 1, i64 1' 'i64 2147483648' 'i32 65536, i32 65536, i32 1' 'i32 64, i32 0'; do for t in nvptx64-nvidia-cuda amdgcn-amd-amdhsa; do sed "s/TRIPLE/$t/; s/SIZES/$s/" %s >m.ll; sybil opt --passes=prepare-native m.ll -o out 2>&1; echo exit $?; done; done | sed 's/^m.ll: //' | sort | uniq -c; ls
; RUN: sed "s/TRIPLE/nvptx64-nvidia-cuda/; s/SIZES/i64 1024/" %s >m.ll; sybil opt --passes=prepare-native -S m.ll
; LLVM: 15 19
; CHECK: 8 error: kernel 'k': the work-group size in !reqd_work_group_size is zero or larger than any GPU supports [aot-work-group]
; CHECK-NEXT: 8 exit 1
; CHECK-NOT: out
; CHECK: !"reqntidx", i32 1024
target triple = "TRIPLE"

define spir_kernel void @k() !reqd_work_group_size !0 {
  ret void
}
!0 = !{SIZES}
