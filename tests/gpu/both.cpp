// One process, one program, two devices: every kernel runs on a CPU and on an NVIDIA GPU, and the results are the same. Integers and single
// operations of floats are compared bit for bit, mathematical functions within their bounds.
//
// Prints TAP; "1..0 # SKIP" where one of the devices is missing.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <sycl/sycl.hpp>
#include <vector>

constexpr size_t n = 4096, block = 64;

struct Case {
	const char *name;
	double bound; // relative; 0: bit for bit
	std::function<void(sycl::queue &, const float *, float *)> run;
};

// A kernel with a work-item per element.
template <typename F> static auto each(F f)
{
	return [f](sycl::queue &q, const float *in, float *out) { q.parallel_for(n, [=](sycl::id<1> i) { out[i] = f(in[i], (unsigned)i[0]); }); };
}

// A kernel with work-groups.
template <typename F> static auto groups(F f)
{
	return [f](sycl::queue &q, const float *in, float *out) {
		q.submit([&](sycl::handler &h) {
			sycl::local_accessor<unsigned, 1> local(block, h);

			h.parallel_for(sycl::nd_range<1>(n, block), [=](sycl::nd_item<1> item) {
				size_t i = item.get_global_id(0);

				out[i] = (float)f(item, local, in[i]);
			});
		});
	};
}

static unsigned mixed(unsigned x)
{
	x ^= x >> 16;
	x *= 0x7feb352du;
	x ^= x >> 15;
	return x * 0x846ca68bu;
}

static const std::vector<Case> cases = {
	{ "integers", 0, each([](float, unsigned i) { return (float)(mixed(i) % 1000003u); }) },
	{ "float arithmetic", 0, each([](float x, unsigned) { return sycl::fma(x, x, 0.25f) / (x + 3.0f) - x * 0.5f; }) },
	{ "sqrt", 0, each([](float x, unsigned) { return sycl::sqrt(x); }) },
	{ "double", 0, each([](float x, unsigned) { return (float)(1.0 / (double)x + (double)x * (double)x); }) },
	{ "half", 0, each([](float x, unsigned) { return (float)(sycl::half(x) + sycl::half(0.5f)); }) },
	{ "mathematics", 1e-5, each([](float x, unsigned) { return sycl::sin(x) + sycl::exp(-x) + sycl::log(x) + sycl::pow(x, 1.5f) + sycl::atan(x); }) },
	{ "vectors", 0,
	  each([](float x, unsigned i) {
		  sycl::int4 a(i, i + 1, i * 3, -7), b = sycl::max(a, sycl::int4((int)x));

		  return (float)(b.x() + b.y() * 2 - b.z() + b.w());
	  }) },
	{ "reduction of a group", 0,
	  groups([](auto item, auto &, float x) { return sycl::reduce_over_group(item.get_group(), (unsigned)(x * 16), sycl::plus<>()); }) },
	{ "scan of a group", 0,
	  groups([](auto item, auto &, float x) { return sycl::inclusive_scan_over_group(item.get_group(), (unsigned)(x * 16), sycl::plus<>()); }) },
	{ "local memory", 0,
	  groups([](auto item, auto &local, float x) {
		  size_t at = item.get_local_id(0);

		  local[at] = mixed((unsigned)(x * 1024));
		  sycl::group_barrier(item.get_group());
		  return local[(at * 5 + 3) % block] % 65521u;
	  }) },
	{ "atomics in local memory", 0,
	  groups([](auto item, auto &local, float x) {
		  size_t at = item.get_local_id(0);

		  local[at] = 0;
		  sycl::group_barrier(item.get_group());
		  sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::work_group> count(local[(unsigned)(x * 8) % block]);
		  count += (unsigned)at;
		  sycl::group_barrier(item.get_group());
		  return local[at];
	  }) },
	{ "offset and buffers", 0,
	  [](sycl::queue &q, const float *in, float *out) {
		  std::vector<float> host(n);
		  {
			  sycl::buffer<float> made(host.data(), n);

			  q.submit([&](sycl::handler &h) {
				  sycl::accessor a(made, h, sycl::write_only);

				  h.parallel_for(n, [=](sycl::id<1> i) { a[n - 1 - i[0]] = in[i] * 2; });
			  });
		  }
		  q.copy(host.data(), out, n).wait();
	  } },
};

static std::vector<float> results(sycl::queue &q, const Case &c)
{
	float *in = sycl::malloc_shared<float>(n, q), *out = sycl::malloc_shared<float>(n, q);

	for (size_t i = 0; i < n; i++)
		in[i] = 0.125f + (float)(mixed((unsigned)i) % 4096u) / 64.0f;
	q.wait();
	c.run(q, in, out);
	q.wait_and_throw();
	std::vector<float> made(out, out + n);
	sycl::free(in, q);
	sycl::free(out, q);
	return made;
}

static size_t differing(const std::vector<float> &a, const std::vector<float> &b, double bound)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += bound == 0 ? memcmp(&a[i], &b[i], sizeof(float)) != 0 : !(std::fabs(a[i] - b[i]) <= bound * std::fabs(a[i]));
	return count;
}

int main()
{
	std::vector<sycl::queue> queues;
	int number = 0, failed = 0;

	for (sycl::backend backend : { sycl::backend::opencl, sycl::backend::ext_oneapi_cuda })
		for (const sycl::device &device : sycl::device::get_devices())
			if (device.get_backend() == backend && device.is_cpu() == (backend == sycl::backend::opencl)) {
				queues.emplace_back(device, sycl::property::queue::in_order());
				break;
			}
	if (queues.size() < 2 || !queues[0].get_device().is_cpu() || !queues[1].get_device().is_gpu()) {
		puts("1..0 # SKIP no CPU beside the GPU");
		return 0;
	}
	for (sycl::queue &q : queues)
		printf("# %s\n", q.get_device().get_info<sycl::info::device::name>().c_str());
	for (const Case &c : cases) {
		std::string problem;

		try {
			std::vector<float> cpu = results(queues[0], c), gpu = results(queues[1], c);
			size_t count = differing(cpu, gpu, c.bound);

			for (size_t i = 0; count && problem.empty() && i < n; i++)
				if (cpu[i] != gpu[i])
					problem = std::to_string(count) + " differ; " + std::to_string(i) + ": " + std::to_string(cpu[i]) + ", " + std::to_string(gpu[i]);
		} catch (const sycl::exception &e) {
			problem = e.what();
		}
		printf("%sok %d - %s\n", problem.empty() ? "" : "not ", ++number, c.name);
		if (!problem.empty())
			printf("# %s\n", problem.c_str());
		failed += !problem.empty();
	}
	printf("1..%d\n", number);
	return failed != 0;
}
