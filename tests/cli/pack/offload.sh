# Offload binaries in the packager's grammar.
. "$SRC/tests/cli/_package"
sybil pack -o out --offload --image=file=a.spv,triple=nvptx64-nvidia-cuda,arch=sm_80,kind=cuda \
	--image=file=n.bin,triple=spir64-unknown-unknown,kind=openmp
sybil show -j out | python3 -c 'import json, sys
d = json.load(sys.stdin)
print(d["kind"], len(d["entries"]))
for e in d["entries"]:
    print(e["offload_kind"], e["strings"], e["size"])'
sybil pack -o x --offload --image=triple=t; echo $?
sybil pack -o x --offload --image=file=nothing,triple=t; echo $?
test ! -e x
