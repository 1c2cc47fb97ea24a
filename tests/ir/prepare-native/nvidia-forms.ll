; Forms of which LLVM's back end makes wrong code: exact shifts and divisions of a masked number become unsigned fields, and
; a number as a bit is compared with 0.
; RUN: sybil opt --passes=prepare-native -S %s -o %t.ll; cat %t.ll; llc -march=nvptx64 -mcpu=sm_70 %t.ll -o - | grep -E 'shr|bfe'
; LLVM: 15 19
; CHECK: ashr i32 %masked, 4
; CHECK: sdiv i32 %masked, 48
; CHECK: fcmp oge float %f, 1.000000e+00
; CHECK: fcmp ole float %f, -1.000000e+00
; CHECK: fcmp oge <2 x double> %v, <double 1.000000e+00, double 1.000000e+00>
; CHECK: fptoui float %f to i8
; CHECK: shr.s32 %r{{[0-9]+}}, %r{{[0-9]+}}, 4;
; CHECK-NOT: bfe
target triple = "nvptx64-nvidia-cuda"

define spir_kernel void @k(ptr addrspace(1) %p, i32 %x, float %f, <2 x double> %v) {
  %masked = and i32 %x, -16
  store volatile i32 %masked, ptr addrspace(1) %p
  %a = ashr exact i32 %masked, 4
  store volatile i32 %a, ptr addrspace(1) %p
  %b = sdiv exact i32 %masked, 48
  store volatile i32 %b, ptr addrspace(1) %p
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
