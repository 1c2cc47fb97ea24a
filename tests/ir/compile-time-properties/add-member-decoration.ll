; The specification's call of __spirv_AddMemberDecoration is nothing that LLVM takes: annotations carry members' properties.
; RUN: sybil opt --passes=compile-time-properties -S %s
; CHECK: Function takes metadata but isn't an intrinsic
; EXIT: 3
; LLVM: 15

declare i8* @__spirv_AddMemberDecoration(i8*, metadata)
