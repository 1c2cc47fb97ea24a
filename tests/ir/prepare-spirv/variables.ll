; Decorations of extensions become one text in the same list; core ones and texts stay. Twice is once.
; RUN: sybil opt --passes=prepare-spirv,prepare-spirv -S %s

; CHECK: @g = addrspace(1) global i32 0, !spirv.Decorations ![[G:[0-9]+]]
; CHECK: @plain = addrspace(1) global i32 0, !spirv.Decorations ![[PLAIN:[0-9]+]]
; CHECK-NOT: @sybil.decorations
; CHECK: define spir_kernel void @k({{.*}}) !spirv.ParameterDecorations ![[PARAMS:[0-9]+]]
; CHECK: ![[G]] = !{![[ALIGN:[0-9]+]], ![[TEXT:[0-9]+]]}
; CHECK: ![[ALIGN]] = !{i32 44, i32 8}
; CHECK: ![[TEXT]] = !{i32 5635, !"sybil-decorate:[6147:2,\22the \\\22name\\\22 \\x7b\\x7d\22][7744]"}
; CHECK: ![[PLAIN]] = !{![[ALIGN]], ![[OWN:[0-9]+]], ![[RESTRICT:[0-9]+]]}
; CHECK: ![[OWN]] = !{i32 5635, !"somebody's {text}"}
; CHECK: ![[RESTRICT]] = !{i32 19}
; CHECK: ![[PARAMS]] = !{![[NONE:[0-9]+]], ![[SECOND:[0-9]+]]}
; CHECK: ![[NONE]] = !{}
; CHECK: ![[SECOND]] = !{![[FLAG:[0-9]+]]}
; CHECK: ![[FLAG]] = !{i32 5635, !"sybil-decorate:[19:1][5921:3]"}
target triple = "spir64_gen-unknown-unknown"
; CHECK-NOT: spir64_gen

@g = addrspace(1) global i32 0, !spirv.Decorations !0
@plain = addrspace(1) global i32 0, !spirv.Decorations !4

define spir_kernel void @k(i32 %a, i32 %b) !spirv.ParameterDecorations !10 {
  ret void
}

!0 = !{!1, !2, !3}
!1 = !{i32 44, i32 8}
!2 = !{i32 6147, i32 2, !"the \22name\22 {}"}
!3 = !{i32 7744}
!4 = !{!1, !5, !6}
!5 = !{i32 5635, !"somebody's {text}"}
!6 = !{i32 19}
!10 = !{!11, !12}
!11 = !{}
!12 = !{!13, !14}
!13 = !{i32 19, i32 1}
!14 = !{i32 5921, i32 3}
