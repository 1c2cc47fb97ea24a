/* tests/device-lib/examples.cpp PACKAGE DEVICE [FEATURES] — run examples/kernels and compare with plain loops.
 *
 * PoCL has neither sub-groups nor numbers of 16 bits: those two are run where a device has them. On GPUs, specialization
 * constants are in a buffer, which is one more argument. */
#include <algorithm>
#include <cmath>
#include <numeric>

#include <sycl/half.hpp>

#include "runner.hpp"

static bool near(float got, float want)
{
	return std::fabs(got - want) <= 1e-4f * (1 + std::fabs(want));
}
static bool all_near(const std::vector<float> &got, const std::vector<float> &want)
{
	return std::equal(got.begin(), got.end(), want.begin(), want.end(), near);
}
static std::vector<float> waves(size_t count)
{
	std::vector<float> x(count);

	for (size_t i = 0; i < count; i++)
		x[i] = std::sin(static_cast<float>(i) * 0.37f) + 1.25f;
	return x;
}

template <typename T> static void axpy(machine &m, const char *name, T a)
{
	std::vector<T> x(256), y(256, T(1)), want(256);

	for (size_t i = 0; i < x.size(); i++) {
		x[i] = T(static_cast<int>(i) % 17);
		want[i] = a * x[i] + T(1);
	}
	bool fine = m.run(std::string("__sycl_kernel_") + name, { 256 }, { 32 }, a, m.buffer(x), m.buffer(y));
	claim(fine && y == want, name);
}
static void half_axpy(machine &m)
{
	std::vector<sycl::half> x(256), y(256);
	bool right = true;

	for (size_t i = 0; i < x.size(); i++) {
		x[i] = static_cast<float>(i % 17);
		y[i] = 1.0f;
	}
	right = m.run("__sycl_kernel_haxpy", { 256 }, { 32 }, 2.5f, m.buffer(x), m.buffer(y));
	for (size_t i = 0; i < x.size(); i++)
		right = right && near(y[i], 2.5f * static_cast<float>(i % 17) + 1);
	claim(right, "haxpy");
}
static void reduction(machine &m)
{
	std::vector<int> in(1000), total(1);

	std::iota(in.begin(), in.end(), -100);
	bool fine = m.run("__sycl_kernel_sum", { 128 }, { 32 }, m.buffer(in), m.buffer(total), 1000);
	claim(fine && total[0] == std::accumulate(in.begin(), in.end(), 0), "reduction");
}
static void scan(machine &m)
{
	std::vector<int> in(500), out(500), want(500);

	for (size_t i = 0; i < in.size(); i++)
		in[i] = static_cast<int>(i * 7 % 11) - 3;
	std::partial_sum(in.begin(), in.end(), want.begin());
	bool fine = m.run("__sycl_kernel_scan", { 64 }, { 64 }, m.buffer(in), m.buffer(out), 500);
	claim(fine && out == want, "scan");
}
static void stencil(machine &m)
{
	const int height = 16, width = 24;
	std::vector<float> from = waves(height * width), to(from.size()), want(from.size());
	auto at = [&](int y, int x) { return from[std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1)]; };

	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++)
			want[y * width + x] = 0.25f * (at(y - 1, x) + at(y + 1, x) + at(y, x - 1) + at(y, x + 1));
	bool fine = m.run("__sycl_kernel_heat", { height, width }, { 8, 8 }, m.buffer(from), m.buffer(to), height, width);
	claim(fine && all_near(to, want), "stencil");
}
static void gemm(machine &m)
{
	const size_t n = 32;
	std::vector<float> a = waves(n * n), b = waves(n * n), c(n * n), want(n * n);
	struct {
		size_t two[2];
	} tile = { { 8, 8 } }, nothing = { { 0, 0 } };

	std::reverse(b.begin(), b.end());
	for (size_t y = 0; y < n; y++)
		for (size_t x = 0; x < n; x++)
			for (size_t k = 0; k < n; k++)
				want[y * n + x] += a[y * n + k] * b[k * n + x];
	/* in the order in which the lambda names them: n, the tiles with their extents, the matrices */
	bool fine = m.run("_ZTS4Gemm", { n, n }, { 8, 8 }, n, local_bytes{ 256 }, tile, tile, nothing, m.buffer(a), local_bytes{ 256 }, tile,
			  tile, nothing, m.buffer(b), m.buffer(c));
	claim(fine && all_near(c, want), "gemm");
}
static void histogram(machine &m)
{
	std::vector<unsigned char> in(3000);
	std::vector<uint32_t> bins(256), want(256);

	for (size_t i = 0; i < in.size(); i++) {
		in[i] = static_cast<unsigned char>(i * i / 7);
		want[in[i]]++;
	}
	bool fine = m.run("__sycl_kernel_histogram", { 256 }, { 64 }, m.buffer(in), m.buffer(bins), 3000);
	claim(fine && bins == want, "histogram");
}
static void bodies(machine &m)
{
	const int count = 48;
	std::vector<float> body = waves(4 * count), speed(4 * count), want(4 * count);

	for (int me = 0; me < count; me++) {
		double pull[3] = {};

		for (int i = 0; i < count; i++) {
			double way[3], square = 0.01f, nearness;

			for (int d = 0; d < 3; d++) {
				way[d] = static_cast<double>(body[4 * i + d]) - body[4 * me + d];
				square += way[d] * way[d];
			}
			nearness = 1 / std::sqrt(square);
			for (int d = 0; d < 3; d++)
				pull[d] += way[d] * body[4 * i + 3] * nearness * nearness * nearness;
		}
		for (int d = 0; d < 3; d++)
			want[4 * me + d] = static_cast<float>(pull[d] * 0.5);
	}
	bool fine = m.run("__sycl_kernel_attract", { count }, { 16 }, m.buffer(body), m.buffer(speed), count, 0.5f), close = true;
	for (size_t i = 0; i < want.size(); i++)
		close = close && std::fabs(speed[i] - want[i]) <= 2e-3f * (1 + std::fabs(want[i]));
	claim(fine && close, "n-body");
}
static void sort(machine &m)
{
	std::vector<int> numbers(64), want;
	bool fine = true;

	for (size_t i = 0; i < numbers.size(); i++)
		numbers[i] = static_cast<int>(i * 7919 % 64) - 20;
	want = numbers;
	std::sort(want.begin(), want.end());
	for (uint32_t block = 2; block <= numbers.size(); block *= 2)
		for (uint32_t distance = block / 2; distance; distance /= 2)
			fine = fine && m.run("__sycl_kernel_bitonic", { numbers.size() }, { 16 }, m.buffer(numbers), block, distance);
	claim(fine && numbers == want, "sort");
}
static void shuffle(machine &m)
{
	std::vector<float> in(64), sums(64), neighbours(64);
	bool right = true, summed = false;

	std::iota(in.begin(), in.end(), 1.0f);
	right = m.run("__sycl_kernel_shuffled", { 64 }, { 32 }, m.buffer(in), m.buffer(sums), m.buffer(neighbours));
	for (size_t i = 0; i < 64; i++)
		right = right && neighbours[i] == in[i ^ 1];
	for (size_t size = 2; size <= 32; size *= 2) { /* the driver chooses the size of sub-groups */
		bool all = true;

		for (size_t i = 0; i < 64; i++)
			all = all && sums[i] == std::accumulate(&in[i / size * size], &in[i / size * size] + size, 0.0f);
		summed = summed || all;
	}
	claim(right && summed, "sub-group shuffle");
}
static void convolution(const char *package, const char *device)
{
	const char *name = "_Z22__sycl_kernel_convolvePKfPfiN4sycl3_V114kernel_handlerE";
	const float weights[4] = { 1, 2, 3, 4 };
	const int width = 4, count = 64;
	machine plain(package, device), set(package, device);
	std::vector<float> in = waves(count), out(count), want(count);
	auto expect = [&](const float *by, int taps) {
		for (int i = 0; i < count; i++) {
			want[i] = 0;
			for (int k = 0; k < taps; k++)
				want[i] += by[k] * in[std::clamp(i + k - 1, 0, count - 1)];
		}
	};
	const float usual[] = { 0.25f, 0.5f, 0.25f };

	expect(usual, 3);
	bool fine = plain.run(name, { 64 }, { 16 }, plain.buffer(in), plain.buffer(out), count);
	claim(fine && all_near(out, want), "convolution as it was written");
	expect(weights, 4);
	set.set("filter::width", &width, sizeof(width));
	set.set("filter::kernel", weights, sizeof(weights));
	fine = set.run(name, { 64 }, { 16 }, set.buffer(in), set.buffer(out), count);
	claim(fine && all_near(out, want), "convolution with other weights");
}
static void external(machine &m)
{
	std::vector<float> x = waves(64), want = x;
	bool fine = m.run("__sycl_kernel_shaded", { 64 }, { 16 }, m.buffer(x), 5);

	for (float &value : want)
		for (int i = 0; i < 5; i++)
			value = value * (1.5f - 0.5f * value);
	claim(fine && all_near(x, want), "a function of another file");
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	std::setvbuf(stdout, nullptr, _IOLBF, 0);
	machine m(argv[1], argv[2]);

	axpy(m, "saxpy", 2.5f);
	axpy(m, "daxpy", 2.5);
	reduction(m);
	scan(m);
	stencil(m);
	gemm(m);
	histogram(m);
	bodies(m);
	sort(m);
	external(m);
	if (has_feature(argc, argv, "sub-groups"))
		shuffle(m);
	if (has_feature(argc, argv, "half"))
		half_axpy(m);
	convolution(argv[1], argv[2]);
	return finish();
}
