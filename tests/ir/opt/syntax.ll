; LLVM's message, with file, line and column.
; RUN: sybil opt %s
; EXIT: 3
; CHECK: syntax.ll:6:3: error: expected instruction opcode [ir-parse]
define void @f() {
  nonsense
}
