; Truth as a signed number is a choice between -1 and 0: LLVM 15 writes 1 for it. Numbers, and truth as 1, are converted.
; RUN: sybil opt --passes=prepare-native -S %s -o %t.ll; cat %t.ll; llc -march=nvptx64 -mcpu=sm_70 %t.ll -o - | grep selp
; LLVM: 15 19
; CHECK: select i1 %both, float -1.000000e+00, float 0.000000e+00
; CHECK: select i1 %both, double -1.000000e+00, double 0.000000e+00
; CHECK: select <2 x i1> %two, <2 x float> <float -1.000000e+00, float -1.000000e+00>, <2 x float> zeroinitializer
; CHECK: sitofp i32 %n to float
; CHECK: uitofp i1 %both to float
; CHECK: selp.f32 {{.*}}, 0fBF800000, 0f00000000,
; CHECK: selp.f64 {{.*}}, 0dBFF0000000000000, 0d0000000000000000,
target triple = "nvptx64-nvidia-cuda"

define spir_kernel void @k(ptr addrspace(1) %p, i1 %a, i1 %b, <2 x float> %v, i32 %n) {
  %both = and i1 %a, %b
  %f = sitofp i1 %both to float
  store volatile float %f, ptr addrspace(1) %p
  %wide = sext i1 %both to i32
  %d = sitofp i32 %wide to double
  store volatile double %d, ptr addrspace(1) %p
  %two = fcmp olt <2 x float> %v, zeroinitializer
  %fs = sitofp <2 x i1> %two to <2 x float>
  store volatile <2 x float> %fs, ptr addrspace(1) %p
  %m = sitofp i32 %n to float
  store volatile float %m, ptr addrspace(1) %p
  %u = uitofp i1 %both to float
  store volatile float %u, ptr addrspace(1) %p
  ret void
}
