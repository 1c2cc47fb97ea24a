; Blocks get an order that SPIR-V allows: dominators come first. A valid order stays.
; RUN: sybil opt --passes=prepare-spirv -S %s
; CHECK: define spir_kernel void @wrong
; CHECK: br i1 %c, label %loop, label %done
; CHECK: loop:
; CHECK: done:
; CHECK: body:
; CHECK: alone:
; CHECK: define spir_func void @right
; CHECK: right:
; CHECK-NEXT: br label %left
; CHECK: left:
; CHECK: end:

define spir_kernel void @wrong(i1 %c) {
  br i1 %c, label %loop, label %done

body:
  br label %loop

alone:
  br label %body

done:
  ret void

loop:
  br i1 %c, label %body, label %done
}

define spir_func void @right(i1 %c) {
  br i1 %c, label %right, label %end

right:
  br label %left

left:
  br label %end

end:
  ret void
}
