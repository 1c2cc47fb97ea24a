# Kernels run on PoCL: results in every format, all kinds of arguments, dimension 0 first.
. "$SRC/tests/cli/_device"
pocl
packages
sybil run k.syclbin saxpy --global=1024 f32:2.5 buf:f32:1024=iota 'buf:f32:1024=1>y.npy' && python3 - <<'END'
import struct
b = open("y.npy", "rb").read()
print(b[:8], b[10:10 + b[8]].strip().decode())
y = struct.unpack("<1024f", b[10 + b[8]:])
print(all(v == 2.5 * i + 1 for i, v in enumerate(y)))
END
echo "--- .npy in, .txt out"
sybil run k.syclbin saxpy -g 4 f32:-1 buf:f32:@y.npy 'buf:f32:4=0.5>y.txt' && cat y.txt
echo "--- .txt in, raw out and in"
sybil run k.syclbin saxpy -g 4 f32:0 buf:f32:4 'buf:f32:@y.txt>y.raw' && wc -c <y.raw
sybil run k.syclbin saxpy -g 4 f32:0 buf:f32:4 'buf:f32:@y.raw>-'
echo "--- local memory"
sybil run k.syclbin reverse --global=8 --local=4 'buf:i32:8=iota>-' local:16 | tr '\n' ' '
echo
echo "--- three dimensions"
sybil run k.syclbin places -g 2,2,3 -l 1,2,3 'out:u32:12>-' | tr '\n' ' '
sybil run k.syclbin sizes -g 2,2,3 -l 1,2,3 'out:u32:3>-' | tr '\n' ' '
echo
echo "--- a structure by value"
python3 -c 'import struct, sys; sys.stdout.buffer.write(struct.pack("<bxxxxxxxqhhhxx", 5, -25, 1, 2, 3))' >m.bin
sybil run k.syclbin by_value -g 1 bytes:@m.bin 'out:i64:3>-' | tr '\n' ' '
echo
echo "--- the same numbers for a seed"
sybil run k.syclbin saxpy -g 3 f32:1 buf:f32:3=rand:7 'out:f32:3>-'
echo "--- without its prefix"
sybil run k.syclbin free -g 2 'out:i32:2>-' i32:-42
