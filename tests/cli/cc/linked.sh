# Packages, PTX and objects among the inputs are linked with what is compiled here, and that is compiled for the targets.
. "$SRC/tests/cli/cc/_sources"
command -v ocloc >/dev/null || { echo 'ocloc is not there' >&2; exit 77; }
[ -e /usr/lib/clc/nvptx64--nvidiacl.bc ] || { echo 'libclc is not there' >&2; exit 77; }
export SYBIL_PTXAS=no-such-ptxas
echo 'int twice(int i); kernel void use(global int *p) { *p = twice(*p); }' >use.cl
echo 'int twice(int i) { return i * 2; }' >lib.cl
echo 'kernel void other(global int *p) { *p = 1; }' >other.cl
# a source beside a package may have functions for it, with kernels of its own or not
sybil cc -fsyclbin=object use.cl -o use.syclbin && sybil cc -c lib.cl
sybil cc use.syclbin lib.cl other.cl -o one.syclbin && modules one.syclbin
sybil cc use.syclbin lib.o other.cl -fsycl-targets=intel_gpu_skl -o two.syclbin && modules two.syclbin
# what has to be linked is kept in a form for that, or warned about
targets=intel_gpu_skl,nvptx64,amd_gpu_gfx90a
sybil cc -fsyclbin=object -fsycl-targets=$targets lib.cl -o lib.native.syclbin && modules lib.native.syclbin
sybil cc -fsyclbin=object -fsycl-targets=$targets use.cl other.cl -fno-gpu-rdc -o use.native.syclbin && modules use.native.syclbin
sybil cc -fsycl-link -fsycl-targets=intel_gpu_skl,nvptx64 use.native.syclbin lib.native.syclbin -o three.syclbin && modules three.syclbin
sybil cc -fsycl-link -fsycl-targets=nvptx64 use.native.syclbin lib.native.syclbin -o four.syclbin && modules four.syclbin
# PTX is for NVIDIA, and so it is said what a package is not for
sybil extract four.syclbin --module=0 -o use.ptx
sybil cc -fsycl-targets=nvidia_gpu_sm_80 use.ptx -o five.syclbin && modules five.syclbin
sybil cc use.ptx -o none.syclbin; echo "exit $?"
sybil cc -fsycl-link use.syclbin -fsycl-targets=nvptx64,amd_gpu_gfx90a -o none.syclbin; echo "exit $?"
sybil cc -### -fsycl-link use.syclbin -fsycl-targets=intel_gpu_skl 2>&1 | grep -oE 'sybil link .*--$|sybil (link|translate|pack) [^ ]*'
clean
