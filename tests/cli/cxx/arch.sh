# Options for one pass, and options that select the architecture.
. "$SRC/tests/cli/cxx/_root"
root r 9
echo 'int main() {}' >a.cpp
export SYBIL_SYCL_ROOT=$PWD/r
# the words of both passes and of the images that begin with a pattern
passes() {
	local words=$1
	shift
	sybil c++ -fsycl -### a.cpp "$@" 2>&1 | while read -r line; do
		case $line in
		*--target=spir64*) echo "device:" $(grep -oE -- " ($words)" <<<"$line") ;;
		*--driver-mode=g++*" -c "*) echo "host:" $(grep -oE -- " ($words)" <<<"$line") ;;
		*post-link*) echo "images:" $(grep -oE -- " ($words)" <<<"$line") ;;
		esac
	done
}
passes '-O[0-9s]|-D[A-Z]*|-c' -Xarch_device -O3 -c -o a.o
passes '-O[0-9s]|-D[A-Z]*|-c' -Xarch_host -O3 -c -o a.o
passes '-O[0-9s]|-D[A-Z]*' -O1 -Xarch_device -Os -Xarch_host -O0 -Xarch_device -DDEVICE -Xarch_host -DHOST
sybil c++ -fsycl a.cpp -Xarch_host; echo "exit $?"
targets() {
	echo "$*:"
	sybil c++ -fsycl -### a.cpp "$@" 2>&1 | grep -oE 'translate .*--target=[a-z0-9_]+|translate .*spirv|error: .*|warning: .*|note: .*' | sed -E 's/--[a-su-z-].* (--t)/… \1/'
}
nvidia=-fsycl-targets=nvptx64-nvidia-cuda
targets $nvidia
targets $nvidia -Xsycl-target-backend --cuda-gpu-arch=sm_90
targets $nvidia -Xsycl-target-backend=nvptx64-nvidia-cuda '-v --cuda-gpu-arch=sm_90'
targets $nvidia -Xsycl-target-backend --offload-arch=sm_90
targets $nvidia --offload-arch=sm_80,sm_90
targets --offload-arch=sm_90
targets -fsycl-targets=spir64 --offload-arch=pvc,bmg-g21
targets -fsycl-targets=spir64_gen --offload-arch=pvc
# they select nothing
targets -Xsycl-target-backend --cuda-gpu-arch=sm_90
targets -fsycl-targets=nvidia_gpu_sm_80 -Xsycl-target-backend --cuda-gpu-arch=sm_90
targets $nvidia -Xsycl-target-backend --cuda-gpu-arch=sm_60
targets $nvidia -Xsycl-target-backend --cuda-gpu-arch=none
targets --offload-arch=skylake-avx512
targets --offload-arch=
targets --offload-arch=gfx90a
sybil cc -x cl /dev/null -### -fsycl-targets=amdgcn -Xsycl-target-backend=amdgcn-amd-amdhsa --offload-arch=gfx90a 2>&1 | grep -o "translate --target=[a-z0-9_]*"
