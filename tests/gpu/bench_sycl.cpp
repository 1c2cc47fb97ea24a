/* bench_sycl.cpp — speed of SYCL programs on an NVIDIA GPU, as ratios of the same kernels in CUDA (bench.cu), which nvcc compiled to a cubin
 * and the driver launches on the same memory in the same process. Rounds alternate, medians are compared.
 *
 *	bench_sycl BENCH.cubin */
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <dlfcn.h>
#include <vector>

namespace experimental = sycl::ext::oneapi::experimental;

static int missed;

/* The driver, by hand. */
static struct {
	int (*load)(void **module, const char *path);
	int (*function)(void **function, void *module, const char *name);
	int (*launch)(void *function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned shared, void *stream, void **args,
		      void **extra);
	int (*wait)();
	int (*use)(void *context);
} cuda;
static void *module;

static void must(bool good, const char *what)
{
	if (good)
		return;
	std::printf("%s failed\n", what);
	std::exit(1);
}

static void open_driver(sycl::queue &queue, const char *cubin)
{
	void *library = dlopen("libcuda.so.1", RTLD_NOW), *context = nullptr;
	auto get = [&](auto &place, const char *name) {
		place = reinterpret_cast<std::decay_t<decltype(place)>>(dlsym(library, name));
		must(place != nullptr, name);
	};
	int (*retain)(void **context, int device);

	must(library != nullptr, "libcuda.so.1");
	get(cuda.load, "cuModuleLoad");
	get(cuda.function, "cuModuleGetFunction");
	get(cuda.launch, "cuLaunchKernel");
	get(cuda.wait, "cuCtxSynchronize");
	get(cuda.use, "cuCtxSetCurrent");
	get(retain, "cuDevicePrimaryCtxRetain");
	queue.single_task([] {}).wait(); /* the runtime's context is made now: it is the primary one */
	must(retain(&context, 0) == 0 && cuda.use(context) == 0, "the primary context");
	must(cuda.load(&module, cubin) == 0, cubin);
}

struct cuda_kernel {
	void *function;
	unsigned grid[3], block[3];

	cuda_kernel(const char *name, std::initializer_list<unsigned> g, std::initializer_list<unsigned> b) : grid{ 1, 1, 1 }, block{ 1, 1, 1 }
	{
		std::copy(g.begin(), g.end(), grid);
		std::copy(b.begin(), b.end(), block);
		must(cuda.function(&function, module, name) == 0, name);
	}

	template <class... T> void operator()(T... args) const
	{
		void *list[] = { &args..., nullptr };

		must(cuda.launch(function, grid[0], grid[1], grid[2], block[0], block[1], block[2], 0, nullptr, list, nullptr) == 0, "cuLaunchKernel");
	}
};

template <class F> static double seconds(F &&work)
{
	auto begin = std::chrono::steady_clock::now();

	work();
	return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/* Times of both in turn; the ratio of medians, of speeds or (launches) of times. */
template <class Ours, class Theirs>
static void compare(const char *name, sycl::queue &queue, int repeat, Ours &&ours, Theirs &&theirs, double least, double most)
{
	std::vector<double> a, b;
	auto run_ours = [&] {
		for (int i = 0; i < repeat; i++)
			ours();
		queue.wait();
	};
	auto run_theirs = [&] {
		for (int i = 0; i < repeat; i++)
			theirs();
		must(cuda.wait() == 0, "cuCtxSynchronize");
	};

	run_ours();
	run_theirs();
	for (int round = 0; round < 15; round++) {
		a.push_back(seconds(run_ours) / repeat);
		b.push_back(seconds(run_theirs) / repeat);
	}
	std::nth_element(a.begin(), a.begin() + 7, a.end());
	std::nth_element(b.begin(), b.begin() + 7, b.end());
	double ratio = most ? a[7] / b[7] : b[7] / a[7];
	bool good = most ? ratio <= most : ratio >= least;

	std::printf("sycl %-24s %10.2f us, in CUDA %10.2f us: %.3f, wanted %s %.2f%s\n", name, a[7] * 1e6, b[7] * 1e6, ratio, most ? "at most" : "at least",
		    most ? most : least, good ? "" : "  MISSED");
	missed |= !good;
}

static void right(const char *name, double got, double want)
{
	if (std::abs(got - want) <= 1e-3 * std::abs(want))
		return;
	std::printf("sycl %s: %g instead of %g  MISSED\n", name, got, want);
	missed = 1;
}

static float at(sycl::queue &queue, const float *p)
{
	float value;

	queue.memcpy(&value, p, sizeof(value)).wait();
	return value;
}

/* ---- kernels: each as in bench.cu ---- */

static void bench_saxpy(sycl::queue &queue)
{
	const size_t n = 1 << 28;
	float *x = sycl::malloc_device<float>(n, queue), *y = sycl::malloc_device<float>(n, queue), a = 0.5f;

	queue.fill(x, 2.0f, n);
	queue.fill(y, 1.0f, n);
	queue.parallel_for(sycl::nd_range<1>(n, 256), [=](sycl::nd_item<1> item) {
		     size_t i = item.get_global_id(0);

		     y[i] += a * x[i];
	     }).wait();
	right("saxpy", at(queue, y + n - 1), 2);
	compare(
		"saxpy, 1 GiB", queue, 10,
		[&] {
			queue.parallel_for(sycl::nd_range<1>(n, 256), [=](sycl::nd_item<1> item) {
				size_t i = item.get_global_id(0);

				y[i] += a * x[i];
			});
		},
		[&, kernel = cuda_kernel("saxpy", { (unsigned)(n / 256) }, { 256 })] { kernel(a, x, y); }, 0.99, 0);
	sycl::free(x, queue);
	sycl::free(y, queue);
}

static void bench_product(sycl::queue &queue)
{
	constexpr int n = 2048, tile = 32;
	float *a = sycl::malloc_device<float>(n * n, queue), *b = sycl::malloc_device<float>(n * n, queue);
	float *c = sycl::malloc_device<float>(n * n, queue);
	auto ours = [&] {
		queue.submit([&](sycl::handler &h) {
			sycl::local_accessor<float[tile], 1> as(tile, h), bs(tile, h); /* rows of constant size, as in CUDA */

			h.parallel_for(sycl::nd_range<2>(sycl::range<2>(n, n), sycl::range<2>(tile, tile)), [=](sycl::nd_item<2> item) {
				int row = item.get_global_id(0), column = item.get_global_id(1), y = item.get_local_id(0), x = item.get_local_id(1);
				float sum = 0;

				for (int k = 0; k < n; k += tile) {
					as[y][x] = a[row * n + k + x];
					bs[y][x] = b[(k + y) * n + column];
					sycl::group_barrier(item.get_group());
					for (int i = 0; i < tile; i++)
						sum += as[y][i] * bs[i][x];
					sycl::group_barrier(item.get_group());
				}
				c[row * n + column] = sum;
			});
		});
	};

	queue.fill(a, 0.5f, n * n);
	queue.fill(b, 0.25f, n * n);
	ours();
	queue.wait();
	right("product", at(queue, c + n * n - 1), n * 0.125);
	compare("matrix product", queue, 5, ours, [&, kernel = cuda_kernel("product", { n / tile, n / tile }, { tile, tile })] { kernel(a, b, c, n); },
		0.95, 0);
	for (float *p : { a, b, c })
		sycl::free(p, queue);
}

static void bench_bodies(sycl::queue &queue)
{
	constexpr int n = 32768, block = 256;
	auto *bodies = sycl::malloc_device<sycl::float4>(n, queue);
	auto *forces = sycl::malloc_device<sycl::float4>(n, queue);
	auto ours = [&] {
		queue.submit([&](sycl::handler &h) {
			sycl::local_accessor<sycl::float4, 1> part(sycl::range<1>(block), h);

			h.parallel_for(sycl::nd_range<1>(n, block), [=](sycl::nd_item<1> item) {
				int i = item.get_global_id(0), l = item.get_local_id(0);
				sycl::float4 own = bodies[i];
				float x = 0, y = 0, z = 0;

				for (int k = 0; k < n; k += block) {
					part[l] = bodies[k + l];
					sycl::group_barrier(item.get_group());
					for (int j = 0; j < block; j++) {
						sycl::float4 other = part[j];
						float dx = other.x() - own.x(), dy = other.y() - own.y(), dz = other.z() - own.z();
						float inverse = sycl::rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
						float s = other.w() * inverse * inverse * inverse;

						x += dx * s;
						y += dy * s;
						z += dz * s;
					}
					sycl::group_barrier(item.get_group());
				}
				forces[i] = sycl::float4(x, y, z, 0);
			});
		});
	};

	queue.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
		     bodies[i] = sycl::float4((float)(i % 32), (float)(i / 32 % 32), (float)(i / 1024), 1);
	     }).wait();
	ours();
	queue.wait();
	compare("n-body", queue, 5, ours, [&, kernel = cuda_kernel("bodies", { n / block }, { block })] { kernel(bodies, forces, n); }, 0.95, 0);
	sycl::free(bodies, queue);
	sycl::free(forces, queue);
}

static void bench_sum(sycl::queue &queue)
{
	constexpr size_t n = 1 << 26, block = 256, groups = 1024;
	float *in = sycl::malloc_device<float>(n, queue), *out = sycl::malloc_device<float>(1, queue);
	auto ours = [&] {
		queue.submit([&](sycl::handler &h) {
			sycl::local_accessor<float, 1> part(sycl::range<1>(block), h);

			h.parallel_for(sycl::nd_range<1>(block * groups, block), [=](sycl::nd_item<1> item) {
				size_t l = item.get_local_id(0);
				float sum = 0;

				for (size_t i = item.get_global_id(0); i < n; i += block * groups)
					sum += in[i];
				part[l] = sum;
				for (size_t k = block / 2; k; k /= 2) {
					sycl::group_barrier(item.get_group());
					if (l < k)
						part[l] += part[l + k];
				}
				if (l == 0)
					sycl::atomic_ref<float, sycl::memory_order::relaxed, sycl::memory_scope::device>(*out) += part[0];
			});
		});
	};

	queue.fill(in, 0.5f, n);
	queue.fill(out, 0.0f, 1).wait();
	ours();
	queue.wait();
	right("reduction", at(queue, out), n * 0.5);
	compare("reduction", queue, 10, ours, [&, kernel = cuda_kernel("sum", { groups }, { block })] { kernel(in, out, n); }, 0.95, 0);
	sycl::free(in, queue);
	sycl::free(out, queue);
}

static void bench_transpose(sycl::queue &queue)
{
	constexpr int n = 8192, tile = 32, rows = 8;
	float *in = sycl::malloc_device<float>((size_t)n * n, queue), *out = sycl::malloc_device<float>((size_t)n * n, queue);
	auto ours = [&] {
		queue.submit([&](sycl::handler &h) {
			sycl::local_accessor<float, 2> part(sycl::range<2>(tile, tile + 1), h);

			h.parallel_for(sycl::nd_range<2>(sycl::range<2>(n / tile * rows, n), sycl::range<2>(rows, tile)), [=](sycl::nd_item<2> item) {
				int x = item.get_group(1) * tile + item.get_local_id(1), y = item.get_group(0) * tile + item.get_local_id(0);
				int lx = item.get_local_id(1), ly = item.get_local_id(0);

				for (int k = 0; k < tile; k += rows)
					part[ly + k][lx] = in[(size_t)(y + k) * n + x];
				sycl::group_barrier(item.get_group());
				x = item.get_group(0) * tile + lx;
				y = item.get_group(1) * tile + ly;
				for (int k = 0; k < tile; k += rows)
					out[(size_t)(y + k) * n + x] = part[lx][ly + k];
			});
		});
	};

	queue.parallel_for(sycl::range<1>((size_t)n * n), [=](sycl::id<1> i) { in[i] = (float)(i % 65536); }).wait();
	ours();
	queue.wait();
	right("transpose", at(queue, out + (size_t)5 * n + 3), (3.0 * n + 5) - 0.0);
	compare("transpose", queue, 10, ours, [&, kernel = cuda_kernel("transpose", { n / tile, n / tile }, { tile, rows })] { kernel(in, out, n); }, 0.95,
		0);
	sycl::free(in, queue);
	sycl::free(out, queue);
}

static void bench_launch(const sycl::device &device)
{
	sycl::queue queue(device, sycl::property::queue::in_order());
	float *p = sycl::malloc_device<float>(1, queue);
	cuda_kernel nothing("nothing", { 1 }, { 1 }), three("three", { 1 }, { 1 });

	compare("launch, in order", queue, 5000, [&] { experimental::single_task(queue, [=] {}); }, [&] { nothing(); }, 0, 1.3);
	compare("launch, three arguments", queue, 5000,
		[&, a = 1.0f] {
			experimental::single_task(queue, [=] {
				if (a < 0)
					*p = a + p[0];
			});
		},
		[&] { three(1.0f, p, p); }, 0, 1.3);
	sycl::free(p, queue);
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return std::puts("usage: bench_sycl BENCH.cubin"), 2;
	try {
		sycl::queue queue(sycl::gpu_selector_v, sycl::property::queue::in_order());

		open_driver(queue, argv[1]);
		bench_saxpy(queue);
		bench_product(queue);
		bench_bodies(queue);
		bench_sum(queue);
		bench_transpose(queue);
		bench_launch(queue.get_device());
	} catch (const sycl::exception &error) {
		std::printf("exception: %s\n", error.what());
		return 1;
	}
	return missed;
}
