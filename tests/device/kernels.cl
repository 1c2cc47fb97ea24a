/* tests/device/kernels.cl — kernels that share helpers and tables and need different things of a device.
 *
 * // CALL: GLOBAL LOCAL ARG… before a kernel says how it is run (run_kernels.c). */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

constant float weights[8] = { 0.5f, 0.25f, 0.125f, 1.0f, 2.0f, 4.0f, 8.0f, 16.0f };
constant int primes[16] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53 };
constant double steps[4] = { 1.0, 0.5, 0.25, 0.125 };

global int offsets[4] = { 5, -5, 50, -50 };

struct pair {
	float low, high;
};
constant struct pair ranges[2] = { { -4.0f, 4.0f }, { -1.0f, 1.0f } };

__attribute__((noinline)) static float weigh(float x, int i)
{
	return x * weights[i & 7];
}

__attribute__((noinline)) static float limit(float x, int which)
{
	return fmin(fmax(x, ranges[which & 1].low), ranges[which & 1].high);
}

__attribute__((noinline)) static float blend(float x, float y, int i)
{
	return limit(weigh(x, i) + weigh(y, i + 1), i);
}

__attribute__((noinline)) int scatter(int i)
{
	return primes[i & 15] * i + primes[(i >> 4) & 15];
}

__attribute__((noinline)) static double integrate(double x, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += steps[i & 3] * x * (double)weigh(1.0f, i);
	return sum;
}

// CALL: 256 0 f32x256 f32x256 i32=3
kernel void mix_rows(global float *to, global const float *from, int step)
{
	size_t i = get_global_id(0);

	to[i] = blend(from[i], from[(i + step) % get_global_size(0)], (int)i);
}

// CALL: 256 0 i32x256
kernel void numbers(global int *to)
{
	size_t i = get_global_id(0);

	to[i] += scatter((int)i) + offsets[i & 3];
}

// CALL: 128 0 f64x128 f32x128 i32=7
kernel void precise(global double *to, global const float *from, int n)
{
	size_t i = get_global_id(0);

	to[i] = integrate((double)limit(from[i], 0), n) + (double)scatter((int)i);
}

// CALL: 64 0 f64x64 f64=1.5
kernel void precise_too(global double *to, double a)
{
	size_t i = get_global_id(0);

	to[i] = to[i] * a + steps[i & 3];
}

// CALL: 64 16 f32x64 local=64
__attribute__((reqd_work_group_size(16, 1, 1))) kernel void sum_tiles(global float *to, local float *tile)
{
	int me = (int)get_local_id(0);

	tile[me] = weigh(to[get_global_id(0)], me);
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int width = 8; width > 0; width /= 2) {
		if (me < width)
			tile[me] += tile[me + width];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	to[get_global_id(0)] = tile[0] + (float)me;
}

// CALL: 64 8 i32x64
__attribute__((reqd_work_group_size(8, 1, 1))) kernel void turn_tiles(global int *to)
{
	local int tile[8];
	int me = (int)get_local_id(0);

	tile[me] = to[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	to[get_global_id(0)] = scatter(tile[7 - me]);
}

// CALL: 256 0 i32x16 i32x256
kernel void count(global int *bins, global const int *from)
{
	atomic_add(&bins[scatter(from[get_global_id(0)]) & 15], 1);
}

// CALL: 64 0 f32x256 f32=0.5
kernel void vectors(global float4 *to, float a)
{
	size_t i = get_global_id(0);
	float4 v = to[i];

	to[i] = (float4)(limit(v.w, 0), blend(v.z, a, (int)i), dot(v, v.wzyx), v.x) * a;
}

// CALL: 64 0 i32x64 i32=5 f32=2.0 i32x4
kernel void unused_arguments(global int *to, int unused, float scale, global int *nothing)
{
	to[get_global_id(0)] *= (int)scale;
}
