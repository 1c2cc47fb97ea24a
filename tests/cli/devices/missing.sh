# No device: what is missing is named, and who has it.
. "$SRC/tests/cli/_device"
fakes
SYBIL_FAKE=fail=clGetPlatformIDs:-1001 sybil devices --device=opencl:0; echo "= $?"
mkdir lib
: >lib/libOpenCL.so.1 # no library: as if it were not there
: >lib/libcuda.so.1
: >lib/libze_loader.so.1
export LD_LIBRARY_PATH="$PWD/lib"
sybil devices; echo "= $?"
sybil devices --device=cuda:0; echo "= $?"
sybil devices --device=level_zero:gpu; echo "= $?"
. "$SRC/tests/cli/_package"
pack_two p
sybil build --device=opencl:cpu p -o never; echo "= $?"
