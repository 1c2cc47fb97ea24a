# Ahead of time, as far as compilers are there: one PTX for several GPUs without ptxas; arch and target in the package.
. "$SRC/tests/cli/cc/_sources"
command -v ocloc >/dev/null || { echo 'ocloc is not there' >&2; exit 77; }
[ -e /usr/lib/clc/nvptx64--nvidiacl.bc ] || { echo 'libclc is not there' >&2; exit 77; }
SYBIL_PTXAS=no-such-ptxas sybil cc -fsycl-targets=spir64,intel_gpu_skl,nvidia_gpu_sm_90,nvidia_gpu_sm_80 -DSAXPY axpy.cl -o a.syclbin && modules a.syclbin
printf '#!/bin/sh\n[ "$1" = --help ] && echo "Allowed values: '"'sm_75','sm_80'"'." && exit 0\nexit 1\n' >old-ptxas && chmod +x old-ptxas
PATH=$PWD:$PATH SYBIL_PTXAS=old-ptxas sybil cc -fsycl-targets=nvidia_gpu_sm_90 -DSAXPY axpy.cl -o old.syclbin && modules old.syclbin
sybil extract a.syclbin --kind=ir --image=1 -o - | grep '^\.target'
sybil check a.syclbin
echo 'float weight(int d) { return d; } int inside(int i, int n) { return i % n; }' >functions.cl
sybil cc -fsyclbin=object -fsycl-targets=spir64,intel_gpu_skl functions.cl -o functions.syclbin && modules functions.syclbin
clean
