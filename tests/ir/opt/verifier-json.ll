; The same for programs: one line, the notes inside.
; RUN: sybil opt --diagnostics-format=json %s 2>&1 | python3 -c 'import json, sys; d = json.loads(sys.stdin.read()); print(d["severity"], d["check"], d["message"], len(d["notes"]), d["notes"][0]["message"])'
; EXIT: 3
; CHECK: error ir-verify Instruction does not dominate all uses! 2 %y = add i32 1, 1

define i32 @f() {
  %x = add i32 %y, 1
  %y = add i32 1, 1
  ret i32 %x
}
