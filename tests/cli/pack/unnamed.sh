# Packages without the set of kernel names, which the documents do not have: kernels are those of the code.
. "$SRC/tests/cli/_device"
fakes
packages
printf '[SYCL/device requirements]\naspects=2|\n[SYCL/kernel param opt]\nnot_a_kernel=2|AA==\n' >u.prop
for image in --ir="$kernels/kernels.spv" --ir="$kernels/kernels.ptx"; do
	sybil pack -o u.syclbin --state=executable --module --properties=u.prop $image
	sybil show u.syclbin | grep kernels:
	sybil check u.syclbin
	sybil run --list u.syclbin
	sybil check --target=intel_gpu_pvc,nvidia_gpu_sm_90 u.syclbin | cut -d' ' -f3
done
# and they run
sybil run -d cuda:0 u.syclbin saxpy -g 2 f32:2 buf:f32:2=3 'buf:f32:2=1>-'
