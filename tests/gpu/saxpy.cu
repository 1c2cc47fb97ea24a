/* The kernel that people write by hand; compiled by nvcc, it is what ours is compared with. */
extern "C" __global__ void saxpy(float a, const float *x, float *y)
{
	size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

	y[i] += a * x[i];
}

extern "C" __global__ void nothing(void)
{
}
