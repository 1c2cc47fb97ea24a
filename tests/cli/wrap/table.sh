# Tables: rows with code, properties and symbols; --target and --arch say what the code is.
. "$SRC/tests/cli/_package"
printf '[SYCL/exported symbols]\nhelper=1|1\n' >e.prop
printf 'first\nhelper\nsecond\n' >1.sym
printf '[Code|Properties|Symbols]\na.spv|e.prop|1.sym\na.spv|a.prop|\n' >t
sybil wrap t -o t.o
readelf -p .tgtsym t.o
sybil wrap t -o t.o --arch=pvc --target=spir64_gen-unknown-unknown --compile-options=-g
readelf -p .tgtsym t.o
strings -n 2 t.o | grep -x -e -g -e spir64_gen -e intel_gpu_pvc
sybil wrap t -j -o t.o
