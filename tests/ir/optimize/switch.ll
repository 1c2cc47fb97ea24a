; Two bits of a number decide: the switch keeps a width that SPIR-V has without an extension.
; RUN: sybil opt --passes=optimize %s -S -o -
; CHECK: target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
; CHECK: switch i{{8|16|32}} %
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

declare spir_func void @first()
declare spir_func void @second()
declare spir_func void @third()

define spir_kernel void @kernel(i32 %x) #0 {
  %two = and i32 %x, 3
  switch i32 %two, label %other [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %other
  ]
zero:
  call spir_func void @first()
  ret void
one:
  call spir_func void @second()
  ret void
other:
  call spir_func void @third()
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
