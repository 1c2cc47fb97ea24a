/* bench/kernels.cpp ROUNDS PACKAGE... [-- PACKAGE...]... — time the same kernels of several sets of packages by turns, in one process.
 *
 * For each kernel, prints a line: its name and, of each set, the seconds of a processor for a launch and how far apart its results are from
 * those of the last set: the largest difference, divided by the largest value. It is compiled by g++ with DPC++'s headers. */
#include <sycl/detail/core.hpp>
#include <sycl/ext/oneapi/experimental/syclbin_kernel_bundle.hpp>
#include <sycl/usm.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
#include <iostream>
#include <limits>
#include <random>

using sycl::bundle_state;
using program = sycl::kernel_bundle<bundle_state::executable>;

static sycl::queue &queue()
{
	static sycl::queue one;

	return one;
}

/* ---- memory ---- */

struct memory {
	void *data;
	size_t size;
};

template <typename T> static memory numbers(size_t count, T least, T most)
{
	static std::mt19937 chance(22);
	T *data = sycl::malloc_shared<T>(count, queue());

	for (size_t i = 0; i < count; i++)
		data[i] = static_cast<T>(least + (most - least) * (static_cast<double>(chance()) / std::mt19937::max()));
	return { data, count * sizeof(T) };
}

static memory zeros(size_t size)
{
	return { sycl::malloc_shared(size, queue()), size };
}

/* ---- kernels ---- */

/* Arguments in order: memory to read, memory for results, which is zero before a launch, and numbers. */
struct work {
	const char *name;
	std::vector<size_t> global, local;
	std::vector<memory> inputs, outputs;
	std::function<void(sycl::handler &, int)> set_numbers; /* from the argument with this index on */
	bool floats;
};

template <typename... T> static std::function<void(sycl::handler &, int)> values(T... value)
{
	return [=](sycl::handler &h, [[maybe_unused]] int at) { (h.set_arg(at++, value), ...); };
}

static std::vector<work> all_work()
{
	constexpr size_t N = 512, SIDE = 2048, BODIES = 4096, MANY = 1 << 20, SOME = 1 << 20;
	memory square = numbers<float>(4 * MANY, -1, 1), other = numbers<float>(SIDE * SIDE, -1, 1);
	memory whole = numbers<int>(4 * MANY, -1000, 1000), bytes = numbers<unsigned char>(4 * MANY, 0, 255);
	memory prices = numbers<float>(SOME, 5, 30), strikes = numbers<float>(SOME, 1, 100), years = numbers<float>(SOME, 0.25f, 10);
	memory bodies = numbers<float>(4 * BODIES, -1, 1), weights = numbers<float>(25, -1, 1);
	constexpr int n = N, side = SIDE, count = BODIES, four = 4 * MANY;

	return {
		{ "multiply", { N, N }, { 16, 16 }, { square, other }, { zeros(N * N * 4) }, values(n), true },
		{ "multiply_tiles", { N, N }, { 16, 16 }, { square, other }, { zeros(N * N * 4) }, values(n), true },
		{ "attract", { BODIES }, { 64 }, { bodies }, { zeros(BODIES * 16) }, values(count, 0.01f), true },
		{ "convolve", { SIDE, SIDE }, { 16, 16 }, { square, weights }, { zeros(SIDE * SIDE * 4) }, values(side, side), true },
		{ "sum", { 1 << 14 }, { 256 }, { whole }, { zeros(4) }, values(four), false },
		{ "sum_tree", { 4 * MANY }, { 256 }, { square }, { zeros(4 * MANY / 256 * 4) }, values(), true },
		{ "scan", { 256 }, { 256 }, { whole }, { zeros(4 * MANY * 4) }, values(four), false },
		{ "scan_steps", { 4 * MANY }, { 256 }, { whole }, { zeros(4 * MANY * 4) }, values(), false },
		{ "sum_group", { 4 * MANY }, { 256 }, { whole }, { zeros(4 * MANY / 256 * 4) }, values(), false },
		{ "scan_group", { 4 * MANY }, { 256 }, { whole }, { zeros(4 * MANY * 4) }, values(), false },
		{ "transpose", { SIDE, SIDE }, { 16, 16 }, { square }, { zeros(SIDE * SIDE * 4) }, values(side), true },
		{ "histogram", { 1 << 14 }, { 256 }, { bytes }, { zeros(256 * 4) }, values(four), false },
		{ "price", { SOME }, { 256 }, { prices, strikes, years }, { zeros(SOME * 4), zeros(SOME * 4) }, values(0.02f, 0.3f), true },
	};
}

/* ---- packages ---- */

static program load(const std::filesystem::path &path)
{
	namespace exp_ = sycl::ext::oneapi::experimental;

	return exp_::link(exp_::get_kernel_bundle<bundle_state::object>(queue().get_context(), { queue().get_device() }, path));
}

static sycl::kernel find(const std::vector<program> &programs, const std::string &name)
{
	for (program one : programs)
		if (one.ext_oneapi_has_kernel(name))
			return one.ext_oneapi_get_kernel(name);
	throw std::runtime_error("no kernel " + name);
}

/* ---- measuring ---- */

/* On one thread of the device, this is the time of the kernel, whatever else the machine does. */
static double processor_seconds()
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

static double launch(const work &one, const sycl::kernel &kernel)
{
	double begin;

	for (const memory &out : one.outputs)
		std::memset(out.data, 0, out.size);
	begin = processor_seconds();
	queue().submit([&](sycl::handler &h) {
		       int at = 0;

		       for (const memory &in : one.inputs)
			       h.set_arg(at++, in.data);
		       for (const memory &out : one.outputs)
			       h.set_arg(at++, out.data);
		       one.set_numbers(h, at);
		       if (one.global.size() == 1)
			       h.parallel_for(sycl::nd_range<1>(one.global[0], one.local[0]), kernel);
		       else
			       h.parallel_for(sycl::nd_range<2>({ one.global[0], one.global[1] }, { one.local[0], one.local[1] }), kernel);
	       })
		.wait_and_throw();
	return processor_seconds() - begin;
}

static std::vector<double> results(const work &one)
{
	std::vector<double> result;

	for (const memory &out : one.outputs)
		for (size_t i = 0; i < out.size / 4; i++)
			result.push_back(one.floats ? static_cast<float *>(out.data)[i] : static_cast<int *>(out.data)[i]);
	return result;
}

static double apart(const std::vector<double> &ours, const std::vector<double> &theirs)
{
	double largest = 0, difference = 0;

	for (size_t i = 0; i < ours.size(); i++) {
		if (!std::isfinite(ours[i]) || !std::isfinite(theirs[i]))
			return std::numeric_limits<double>::infinity();
		largest = std::max(largest, std::abs(theirs[i]));
		difference = std::max(difference, std::abs(ours[i] - theirs[i]));
	}
	return largest > 0 ? difference / largest : std::numeric_limits<double>::infinity(); /* no kernel computes only zeros */
}

/* The lower quartile: other processes only add time, and a clock that other threads share may miss some once. */
static double typical(std::vector<double> seconds)
{
	auto place = seconds.begin() + static_cast<ptrdiff_t>(seconds.size() / 4);

	std::nth_element(seconds.begin(), place, seconds.end());
	return *place;
}

static void measure(const work &one, const std::vector<sycl::kernel> &kernels, size_t rounds)
{
	std::vector<std::vector<double>> seconds(kernels.size()), computed(kernels.size());

	for (size_t round = 0; round < rounds; round++)
		for (size_t turn = 0; turn < kernels.size(); turn++) {
			size_t which = (round + turn) % kernels.size(); /* each goes first in turn */

			seconds[which].push_back(launch(one, kernels[which]));
			if (!round)
				computed[which] = results(one);
		}
	std::cout << one.name;
	for (size_t i = 0; i < kernels.size(); i++)
		std::cout << ' ' << typical(seconds[i]) << ' ' << apart(computed[i], computed.back());
	std::cout << std::endl;
}

int main(int argc, char **argv)
{
	std::vector<std::vector<program>> sets(1);

	if (argc < 3) {
		std::cerr << "usage: kernels ROUNDS PACKAGE... [-- PACKAGE...]...\n";
		return 2;
	}
	for (int i = 2; i < argc; i++)
		if (!std::strcmp(argv[i], "--"))
			sets.emplace_back();
		else
			sets.back().push_back(load(argv[i]));
	for (const work &one : all_work()) {
		std::vector<sycl::kernel> kernels;

		for (const std::vector<program> &set : sets)
			kernels.push_back(find(set, one.name));
		measure(one, kernels, std::stoul(argv[1]));
	}
}
