# Code for NVIDIA GPUs is made from the device pass for spir64, which runs once. Programs cannot have code for AMD GPUs.
. "$SRC/tests/cli/cxx/_root"
root r 9
touch a.cpp
export SYBIL_SYCL_ROOT=$PWD/r
passes() {
	sybil c++ -fsycl -### "$@" 2>&1 | plain | grep -oE -- '--target=(spir64|nvptx64)-.* a.cpp|post-link .*--spec-const=[a-z]*|--prepare=[a-z]+|translate .*--target=[a-z0-9_]+' |
		sed -E 's/ (-|--)[^t].* a.cpp/ … a.cpp/; s/post-link .*(--spec-const)/post-link … \1/'
}
for targets in spir64,nvptx64-nvidia-cuda nvptx64-nvidia-cuda spir64_gen,nvptx64-nvidia-cuda; do
	echo "$targets:"
	passes -fsycl-targets=$targets -Xsycl-target-backend=spir64_gen '-device pvc' a.cpp
done
sybil c++ -fsycl -fsycl-targets=spir64,nvidia_gpu_sm_60 a.cpp; echo "exit $?"
sybil c++ -fsycl -fsycl-targets=spir64,amd_gpu_gfx90a a.cpp; echo "exit $?"
