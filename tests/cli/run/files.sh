# Files of numbers that are damaged, of another type or size: exit 3, and where.
. "$SRC/tests/cli/_device"
fakes
run() { sybil run nothing.syclbin k -g 1 "$@" 2>&1; echo "= $?"; }
npy() { python3 -c '
import sys
header = sys.argv[1].encode()
version = int(sys.argv[3]) if len(sys.argv) > 3 else 1
sys.stdout.buffer.write(b"\x93NUMPY" + bytes([version, 0]) + len(header).to_bytes(2 if version == 1 else 4, "little") +
                        header + bytes(int(sys.argv[2])))' "$@" >a.npy; }
bad() { npy "$@"; run buf:f32:@a.npy; }
bad "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }" 7
bad "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }" 9
bad "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }" 8
bad "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }" 8
bad "{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }" 8
bad "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }" 8
bad "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }" 4
bad "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }" 16
bad "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (1,), }" 4
bad "{'descr': '<f4', 'shape': (1,), }" 4
bad "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,), }" 4
bad "{'descr': '<f4', 'fortran_order': False, 'shape': (1), }" 4
bad "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }" 4
bad "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'more': 1}" 4
bad "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), } x" 4
bad "{'descr': '<f4" 4
bad "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }" 4 7
printf '\x93NUMPY\1\0\xff\xff{' >a.npy
run buf:f32:@a.npy
printf '\x93NUM' >a.npy
run buf:f32:@a.npy
printf 'text' >a.npy
run buf:f32:@a.npy
echo "--- text and raw"
printf '1 2\n3, x4\n' >a.txt
run buf:f32:@a.txt
printf '1 2\n3 # and nothing' >a.txt
run buf:u8:@a.txt | head -1
printf '12345' >a.bin
run buf:f32:@a.bin
: >a.bin
run buf:f32:@a.bin
