# Times: what documents about --repeat, --async and --timings have; in-out buffers are as the first launch found them.
. "$SRC/tests/cli/_device"
fakes
packages
saxpy() { sybil run k.syclbin saxpy -d "$1" -g 4 f32:2 buf:f32:4=iota 'buf:f32:4=1>y.txt' "${@:2}"; }
saxpy cuda:0 --repeat=5 --timings -j | keys
saxpy level_zero:0 --repeat=5 --async -j | python3 -c '
import json, sys
repeat = json.load(sys.stdin)["repeat"]
print(repeat["count"], repeat["async"], repeat["bytes"], repeat["host"]["min_ms"] > 0)'
tr '\n' ' ' <y.txt
saxpy opencl:0 --timings | grep -o -w 'read\|match\|check\|translate\|build\|link\|load\|launch' | tr '\n' ' '
saxpy opencl:0 -n 3 | grep -o '^ *[^:]*:' | tr '\n' ' '
saxpy opencl:0 --async
saxpy opencl:0 --repeat=0
