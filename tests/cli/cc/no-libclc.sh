# Without the library of OpenCL C functions, code for NVIDIA and AMD GPUs is an error that names the package.
cp "$SRC/examples/axpy.cpp" .
export SYBIL_LIBCLC=$PWD/nowhere
for target in nvidia_gpu_sm_90 amd_gpu_gfx90a; do
	sybil cc -fsycl-targets=$target axpy.cpp -o a.syclbin; echo "exit $?"
done
ls a.syclbin 2>/dev/null
true
