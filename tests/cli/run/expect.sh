# --expect: the same, nearly the same, different, of another length, which argument
. "$SRC/tests/cli/_device"
fakes
packages
saxpy() { sybil run k.syclbin saxpy -d level_zero:0 -g 4 f32:2 "$@"; echo "= $?"; }
printf '1 3 5 7\n' >good.txt
printf '1 3 5.0625, 7 # one is not right\n' >near.txt
printf 'nan 3 5.25 6\n' >bad.txt
printf '1 3 5\n' >short.txt
saxpy buf:f32:4=iota buf:f32:4=1 --expect=2:good.txt
saxpy buf:f32:4=iota 'buf:f32:4=1>y.npy' --expect=good.txt
saxpy buf:f32:4=iota 'buf:f32:4=1' --expect=2:y.npy
saxpy buf:f32:4=iota buf:f32:4=1 --expect=2:near.txt
saxpy buf:f32:4=iota buf:f32:4=1 --expect=2:near.txt --atol=0.1
saxpy buf:f32:4=iota buf:f32:4=1 --expect=2:near.txt --rtol=0.02
saxpy buf:f32:4=iota buf:f32:4=1 --expect=2:near.txt --rtol=0.01
saxpy buf:f32:4=iota 'buf:f32:4=1>-' --expect=2:bad.txt
saxpy buf:f32:4=iota buf:f32:4=1 --expect=2:short.txt
sybil run k.syclbin saxpy -d level_zero:0 -g 4 f32:2 buf:f32:4=iota buf:f32:4=1 --expect=2:bad.txt --expect=2:good.txt -j | python3 -c '
import json, sys
print(json.dumps(json.load(sys.stdin)["expect"]))'
sybil run k.syclbin saxpy -d level_zero:0 -g 12 f32:1e7 buf:f32:12=iota 'buf:f32:12=iota>-' | tr '\n' ' '
sybil run k.syclbin saxpy -d level_zero:0 -g 12 f32:0 buf:f32:12 'buf:f32:12=iota>-' | tr '\n' ' '
sybil pack -o o.syclbin --state=object --module --ir="$kernels/kernels.spv"
sybil run o.syclbin saxpy -d level_zero:0 -g 4 f32:0 buf:f32:4 buf:f32:4
echo "= $?"
echo "--- usage"
saxpy buf:f32:4=iota buf:f32:4=1 --expect=good.txt
saxpy 'buf:f32:4>a' 'buf:f32:4=1>b' --expect=good.txt
saxpy buf:f32:4=iota buf:f32:4=1 --expect=0:good.txt
saxpy buf:f32:4=iota buf:f32:4=1 --expect=3:good.txt
saxpy buf:f32:4=iota buf:f32:4=1 --expect=2:
saxpy buf:f32:4=iota buf:f32:4=1 --rtol=1
saxpy buf:f32:4=iota buf:f32:4=1 --expect=2:good.txt --rtol=-1
saxpy buf:f32:4=iota buf:f32:4=1 --expect=2:nothing.txt
echo "--- what is read is not written over; a buffer may be written back to its own file"
cp good.txt same.txt
saxpy buf:f32:4=iota 'buf:f32:4=1>./same.txt' --expect=2:same.txt
saxpy buf:f32:4=iota 'buf:f32:4=1>k.syclbin'
saxpy buf:f32:@same.txt 'buf:f32:4=1>./same.txt'
cmp good.txt same.txt
saxpy buf:f32:4=iota 'buf:f32:@same.txt>same.txt' && cat same.txt
