# Code for other targets is dropped; a target without code is an error; native code that cannot be linked is reported.
. "$SRC/tests/cli/link/_packages"
printf 'native' > n.bin
package a k1 '' f '' --native=n.bin,arch=sm_80,target=nvptx64-nvidia-cuda
package b '' f ''
package c k2 '' '' '' --native=n.bin,arch=sm_80,target=nvptx64-nvidia-cuda
sybil link a.syclbin b.syclbin c.syclbin -o out --map=map.json; echo "exit $?"
modules out
python3 -c 'import json; print(json.load(open("map.json"))["dropped"])'
sybil link c.syclbin -o out --targets=nvidia_gpu_sm_80; modules out
sybil link c.syclbin -o out --targets=sm_80; modules out
sybil link c.syclbin -o out --targets=spir64,nvptx64; echo "exit $?"
