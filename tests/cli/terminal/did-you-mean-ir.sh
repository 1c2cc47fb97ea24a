# The same for verbs that need LLVM.
exec 2>&1
sybil opt --list >/dev/null 2>&1 || { echo "built without LLVM" >&2; exit 77; }
printf '\003\002\043\007\0\0\001\0\0\0\0\0\001\0\0\0\0\0\0\0' >a.spv
sybil pack --state=object -o p --ir=a.spv
gcc -c -x c /dev/null -o x.o
sybil translate a.spv -o o; echo $?
sybil opt p -o o; echo $?
sybil post-link x.o -o o; echo $?
printf 'define spir_kernel void @k() { ret void }\n' >k.ll
sybil translate --target=sm_80 k.ll -o o; echo $?
printf 'kernel void k(void) {}' >k.cl
sybil opt k.cl -o o; echo $?
sybil opt k.ll -o k.bc
sybil pack -q --offload --image=file=k.bc,triple=spir64-unknown-unknown -o offload
sybil opt --triple=spir64-unknwn-unknown offload -o o; echo $?
sybil post-link --triple=amdgcn-amd-amdhsa offload -o o; echo $?
