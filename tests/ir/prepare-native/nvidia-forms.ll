; A number as a bit: LLVM's back end for NVIDIA GPUs compares it with 0.
; RUN: sybil opt --passes=prepare-native -S %s -o %t.ll; cat %t.ll; llc -march=nvptx64 -mcpu=sm_70 %t.ll -o - | grep -E 'setp'
; LLVM: 15 19
; CHECK: fcmp oge float %f, 1.000000e+00
; CHECK: fcmp ole float %f, -1.000000e+00
; CHECK: fcmp oge <2 x double> %v, <double 1.000000e+00, double 1.000000e+00>
; CHECK: fptoui float %f to i8
; CHECK: setp.ge.f32 %p{{[0-9]+}}, %f{{[0-9]+}}, 0f3F800000;
target triple = "nvptx64-nvidia-cuda"

define spir_kernel void @k(ptr addrspace(1) %p, float %f, <2 x double> %v) {
  %d = fptoui float %f to i1
  store volatile i1 %d, ptr addrspace(1) %p
  %e = fptosi float %f to i1
  store volatile i1 %e, ptr addrspace(1) %p
  %g = fptoui <2 x double> %v to <2 x i1>
  store volatile <2 x i1> %g, ptr addrspace(1) %p
  %h = fptoui float %f to i8
  store volatile i8 %h, ptr addrspace(1) %p
  ret void
}
