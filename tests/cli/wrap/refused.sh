# Images that cannot be wrapped, and wrong command lines: no output appears.
. "$SRC/tests/cli/_package"
pack_two p
run() { sybil wrap "$@"; echo $?; test ! -e out || { echo output; rm out; }; }
# LLVM IR, as sybil post-link writes it
printf 'BC\xc0\xde0000' >a.bc
printf '[Code|Properties]\na.bc|a.prop\n' >t
run t -o out
# a target that runtimes do not know, and a type of property
sybil pack -o q --state=executable --no-infer --native=n.bin,arch=x,target=x86_64-unknown-linux-gnu && run q -o out
printf '[My/set]\na=7|text\n' >c.prop
sybil pack -o q --state=executable --properties=c.prop --ir=a.spv && run q -o out
# an aspect that the runtime of 2025 does not have (ext_oneapi_fragment)
printf '[SYCL/device requirements]\naspects=2|gAAAAAAAAAgMAAAA\n' >c.prop
sybil pack -o q --state=executable --properties=c.prop --ir=a.spv && run q -o out --abi=2025
sybil wrap q -o out && rm out
# native code for two GPUs of one target
sybil pack -o q --state=executable --no-infer --native=n.bin,arch=sm_80,target=nvptx64-nvidia-cuda \
	--native=n.bin,arch=sm_90,target=nvptx64-nvidia-cuda && run q -o out
# several packages, no package, no table
cat p p >pp
run pp -o out
run a.spv -o out
echo text >text
run text -o out
run none -o out
printf '[Code|Properties]\nnone.spv|a.prop\n' >t
run t -o out
# the command line
run p
run p -o p
run p -o out --abi=2024
run p -o out --machine=m68k
run p -o out --target=spir64
run p -o out --aspect-numbers=2025
printf '[Code|Properties]\na.spv|a.prop\n' >t
run t -o a.spv
run t -o out --aspect-numbers=2026
