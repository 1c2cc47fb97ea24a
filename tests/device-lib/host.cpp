/* tests/device-lib/host.cpp PACKAGE DEVICE [FEATURES] — run the kernels of device.cpp and sub_groups.cpp and compare with the
 * host.
 *
 * Types and functions are compared with the same text compiled here; mathematical functions with libm, as close as the
 * table of functions says; what groups and atomics do with plain loops. */
#include "cases.hpp"
#include "runner.hpp"

#include <cmath>
#include <cstring>

/* ---- numbers that are equal enough ---- */

template <typename T> static double unit(double value)
{
	T next = std::nextafter(static_cast<T>(std::fabs(value)), static_cast<T>(INFINITY));

	return static_cast<double>(next) - std::fabs(value);
}
template <typename T> static bool close(double got, double want, double units)
{
	if (std::isnan(want) || std::isnan(got))
		return std::isnan(want) == std::isnan(got);
	return got == want || std::fabs(got - want) <= units * unit<T>(static_cast<T>(want));
}

static void compare_case(machine &m, bool half, const char *name, void (*run)(cases::record &, uint64_t), double units)
{
	std::vector<double> got(cases::SEEDS * cases::PLACES), want(got.size());
	bool fine = m.run(std::string("__sycl_kernel_case_") + name, { cases::SEEDS }, {}, m.buffer(got));
	size_t wrong = 0, count = 0;

	for (uint64_t seed = 0; seed < cases::SEEDS; seed++) {
		cases::record r{ want.data() + seed * cases::PLACES, 0 };

		run(r, seed);
		for (int i = 0; i < r.count; i++, count++) {
			double is = got[seed * cases::PLACES + i], should = r.to[i];

			if (close<float>(is, should, units))
				continue;
			if (wrong++ < 3 && fine)
				std::printf("# %s, seed %d, number %d: %.17g, the host has %.17g\n", name, static_cast<int>(seed), i, is,
					    should);
		}
	}
	if (!half && !std::strcmp(name, "halves")) {
		claim(!fine, "numbers of 16 bits are refused by a device without them");
		return;
	}
	claim(fine && !wrong && count > 100, std::string(name) + ": " + std::to_string(count) + " numbers as on the host");
}

/* ---- mathematics ---- */

struct row {
	const char *name;
	double ulps, low, high, low2, high2;
	bool whole;
};
static const row rows[] = {
#define MATH1(length, name, host, ulps, low, high) { #name, ulps, low, high, 0, 0, false },
#define MATH2(length, name, host, ulps, low, high, low2, high2) { #name, ulps, low, high, low2, high2, false },
#define MATH3(length, name, host, ulps, low, high) { #name, ulps, low, high, low, high, false },
#define MATHN(length, name, host, ulps, low, high, first, last) { #name, ulps, low, high, first, last, true },
#include <sycl/detail/functions.def>
#undef MATH1
#undef MATH2
#undef MATH3
#undef MATHN
};

template <typename T> static void references(const std::vector<T> &in, std::vector<T> &out)
{
	size_t at = 0;

#define EACH(expression) \
	for (int i = 0; i < cases::POINTS; i++, at++) \
		out[at] = expression;
#define MATH1(length, name, ...) EACH(sycl::name(in[3 * at]))
#define MATH2(length, name, ...) EACH(sycl::name(in[3 * at], in[3 * at + 1]))
#define MATH3(length, name, ...) EACH(sycl::name(in[3 * at], in[3 * at + 1], in[3 * at + 2]))
#define MATHN(length, name, ...) EACH(sycl::name(in[3 * at], static_cast<int>(in[3 * at + 1])))
#include <sycl/detail/functions.def>
#undef MATH1
#undef MATH2
#undef MATH3
#undef MATHN
#undef EACH
}

template <typename T> static void compare_math(machine &m, const char *kernel)
{
	const size_t count = sizeof(rows) / sizeof(*rows), points = cases::POINTS;
	std::vector<T> in(count * points * 3), got(count * points), want(count * points);

	for (size_t f = 0; f < count; f++)
		for (size_t i = 0; i < points; i++) {
			T *x = &in[3 * (f * points + i)];
			double share = static_cast<double>(i) / (points - 1), other = static_cast<double>(i * 37 % points) / (points - 1);

			x[0] = static_cast<T>(rows[f].low + (rows[f].high - rows[f].low) * share);
			x[1] = static_cast<T>(rows[f].low2 + (rows[f].high2 - rows[f].low2) * other);
			x[2] = static_cast<T>(rows[f].low + (rows[f].high - rows[f].low) * other);
			if (rows[f].whole)
				x[1] = std::floor(x[1]);
		}
	bool fine = m.run(kernel, { points }, {}, m.buffer(in), m.buffer(got));

	references(in, want);
	for (size_t f = 0; f < count; f++) {
		size_t wrong = 0;

		for (size_t i = 0; i < points; i++) {
			size_t at = f * points + i;
			/* near zero results of large arguments a unit is of the argument */
			double room = std::fabs(static_cast<double>(want[at])) < 1e-3 && rows[f].ulps > 0 ?
					      4 * unit<T>(0.25) : rows[f].ulps * unit<T>(static_cast<double>(want[at]));

			if (close<T>(got[at], want[at], rows[f].ulps) || std::fabs(got[at] - want[at]) <= room)
				continue;
			if (wrong++ < 2)
				std::printf("# %s(%.17g, %.17g): %.17g, the host has %.17g\n", rows[f].name,
					    static_cast<double>(in[3 * at]), static_cast<double>(in[3 * at + 1]),
					    static_cast<double>(got[at]), static_cast<double>(want[at]));
		}
		claim(fine && !wrong, std::string(sizeof(T) == 4 ? "float " : "double ") + rows[f].name);
	}
}

static void compare_native(machine &m)
{
	std::vector<float> in(cases::POINTS), got(cases::POINTS * 11);
	size_t wrong = 0, row = 0;

	for (size_t i = 0; i < in.size(); i++)
		in[i] = 0.1f + 0.02f * static_cast<float>(i);
	bool fine = m.run("__sycl_kernel_math_native", { cases::POINTS }, {}, m.buffer(in), m.buffer(got));
#define NATIVE(length, name, plain) \
	for (size_t i = 0; i < in.size(); i++) \
		wrong += !(std::fabs(got[row * in.size() + i] - sycl::plain(in[i])) <= 1e-3f * (1 + std::fabs(sycl::plain(in[i])))); \
	row++;
#include <sycl/detail/functions.def>
#undef NATIVE
	claim(fine && !wrong && row == 11, "native functions are near the exact ones");
}

/* ---- work-items ---- */

static void check_where(machine &m, int dims)
{
	const size_t sizes[3][3] = { { 12 }, { 6, 4 }, { 4, 3, 2 } }, locals[3][3] = { { 4 }, { 3, 2 }, { 2, 3, 1 } };
	std::vector<size_t> global(dims), local(dims);
	size_t count = 1, wrong = 0, group_size = 1;

	for (int d = 0; d < dims; d++) {
		global[d] = sizes[dims - 1][d];
		local[d] = locals[dims - 1][d];
		count *= sizes[dims - 1][d];
		group_size *= locals[dims - 1][d];
	}
	std::vector<uint64_t> got(count * 8);
	bool fine = m.run("__sycl_kernel_where_" + std::to_string(dims), global, local, m.buffer(got));

	for (size_t i = 0; i < count; i++) {
		size_t rest = i, at[3] = {};
		uint64_t digits = 0, in_group = 0, group = 0, linear = 0, group_linear = 0;

		for (int d = dims - 1; d >= 0; d--) {
			at[d] = rest % sizes[dims - 1][d];
			rest /= sizes[dims - 1][d];
		}
		for (int d = 0; d < dims; d++) {
			size_t l = locals[dims - 1][d];

			digits = digits * 100 + at[d];
			in_group = in_group * 100 + at[d] % l;
			group = group * 100 + at[d] / l;
			linear = linear * l + at[d] % l;
			group_linear = group_linear * (sizes[dims - 1][d] / l) + at[d] / l;
		}
		const uint64_t want[8] = { digits, in_group, group, linear, group_linear, count * 1000 + group_size,
					   count / group_size, linear == 0 };

		wrong += std::memcmp(want, &got[i * 8], sizeof(want)) != 0;
	}
	claim(fine && !wrong, "nd_item, group, ids and ranges in " + std::to_string(dims) + " dimensions");
}

/* ---- groups ---- */

/* prefix: of the kernels' names; groups of `size` are parts of work-groups of `work_group`. */
static void check_together(machine &m, const char *prefix, size_t size, size_t work_group, bool all)
{
	const size_t count = 2 * work_group;
	std::vector<int> in(count);
	auto each = [&](const char *name, auto expected) {
		std::vector<int> got(count, -1);
		bool fine = m.run(std::string(prefix) + name, { count }, { work_group }, m.buffer(in), m.buffer(got));
		size_t wrong = 0;

		for (size_t i = 0; i < count; i++)
			wrong += got[i] != expected(&in[i / size * size], i % size);
		claim(fine && !wrong, std::string(name) + " in groups of " + std::to_string(size));
	};
	auto fold = [&](const int *x, size_t n, int start, auto f) {
		for (size_t i = 0; i < n; i++)
			start = f(start, x[i]);
		return start;
	};
	auto plus = [](int a, int b) { return a + b; };

	for (size_t i = 0; i < count; i++)
		in[i] = static_cast<int>(cases::mixed(i) % 100);
	each("reduce", [&](const int *x, size_t) { return fold(x, size, 0, plus); });
	each("inclusive", [&](const int *x, size_t i) { return fold(x, i + 1, 0, plus); });
	if (!all)
		return;
	each("reduce_from", [&](const int *x, size_t) { return fold(x, size, 50, [](int a, int b) { return a < b ? b : a; }); });
	each("exclusive", [&](const int *x, size_t i) { return fold(x, i, 7, plus); });
	each("broadcast", [&](const int *x, size_t) { return x[size - 1]; });
	each("votes", [&](const int *x, size_t) { return fold(x, size, 0, [](int a, int b) { return a | (b > 90); }) * 2 + 1; });
	each("joint", [&](const int *x, size_t) { return fold(x, size, 0, [](int a, int b) { return a ^ b; }); });
}

/* ---- sub-groups ---- */

template <typename T> static void check_exchange(machine &m, const char *type)
{
	std::vector<T> in(64), got(64);
	size_t wrong = 0;

	for (size_t i = 0; i < 64; i++)
		in[i] = static_cast<T>(static_cast<float>(cases::mixed(i) % 2)); /* the sum fits into each type */
	bool fine = m.run(std::string("__sycl_kernel_sub_exchange_") + type, { 64 }, { 32 }, m.buffer(in), m.buffer(got));
	for (size_t i = 0; i < 64; i++) {
		const T *x = &in[i / 8 * 8];
		size_t me = i % 8;
		double want = double(x[(me + 5) % 8]) + double(x[me ^ 6]) * 8 + (me < 5 ? double(x[me + 3]) * 16 : 0) +
			      (me >= 2 ? double(x[me - 2]) * 32 : 0);

		wrong += double(got[i]) != want;
	}
	claim(fine && !wrong, std::string("exchanges of ") + type + " in a sub-group");
}

static void check_sub_groups(machine &m)
{
	std::vector<int> got(64);
	size_t wrong = 0;
	bool fine = m.run("__sycl_kernel_sub_where", { 64 }, { 32 }, m.buffer(got));

	for (int i = 0; i < 64; i++)
		wrong += got[i] != (400 + i % 32 / 8) * 10000 + 800 + i % 8;
	claim(fine && !wrong, "places in sub-groups of the size that a kernel requires");
	check_together(m, "__sycl_kernel_sub_together_", 8, 32, true);
	check_exchange<signed char>(m, "char");
	check_exchange<short>(m, "short");
	check_exchange<int>(m, "int");
	check_exchange<long>(m, "long");
	check_exchange<sycl::half>(m, "half");
	check_exchange<float>(m, "float");
	check_exchange<double>(m, "double");
}

static void check_memory(machine &m)
{
	std::vector<int> in(64), out(64), inclusive(100), exclusive(100), many(100);
	struct {
		size_t one[1];
	} extent = { { 16 } }, nothing = { { 0 } };
	size_t wrong = 0;

	for (int i = 0; i < 64; i++)
		in[i] = i + 1;
	bool fine = m.run("__sycl_kernel_turned", { 64 }, { 16 }, m.buffer(in), m.buffer(out), local_bytes{ 64 }, local_bytes{ 64 },
			  extent, extent, nothing);
	for (int i = 0; i < 64; i++)
		wrong += out[i] != 1111 * in[i / 16 * 16 + 15 - i % 16];
	claim(fine && !wrong, "local memory: static, by type, as argument, by accessor");

	for (int i = 0; i < 100; i++)
		many[i] = i % 7;
	fine = m.run("__sycl_kernel_joint_scans", { 16 }, { 16 }, m.buffer(many), m.buffer(inclusive), m.buffer(exclusive), 100);
	wrong = 0;
	for (int i = 0, sum = 0; i < 100; i++) {
		wrong += exclusive[i] != sum + 5;
		sum += many[i];
		wrong += inclusive[i] != sum;
	}
	claim(fine && !wrong, "joint scans of more numbers than work-items");
}

/* ---- atomics ---- */

template <typename T> static bool sums_are_right(const T *sums, int count)
{
	T most = static_cast<T>(count - 1), least = static_cast<T>(sizeof(T) == 4 && static_cast<T>(-1) > static_cast<T>(0) ? 0 : -(count - 1));
	bool right = sums[0] == static_cast<T>(count * (count - 1) / 2) && sums[1] == static_cast<T>(-count) && sums[2] == most &&
		     sums[3] == least && sums[4] == static_cast<T>(2 * count) && sums[5] == static_cast<T>(count);

	return right && sums[7] == static_cast<T>(5) && sums[8] == static_cast<T>(5) && sums[9] == static_cast<T>(0) &&
	       sums[10] == static_cast<T>(9) && sums[11] == static_cast<T>(1) && sums[12] == static_cast<T>(3);
}
template <typename T> static void check_counts(machine &m, const char *name)
{
	const int count = 64;
	std::vector<T> sums(16);

	sums[14] = static_cast<T>(-1);
	bool fine = m.run(std::string("__sycl_kernel_count_") + name, { count }, { 16 }, m.buffer(sums));
	if constexpr (sycl::detail::integer_v<T>)
		fine = fine && sums[13] == static_cast<T>(0x7fffffff) && sums[14] == ~static_cast<T>(0x7fffffff) && sums[15] == 0;
	claim(fine && sums_are_right(sums.data(), count), std::string("atomics on ") + name);
}
static void check_local_counts(machine &m)
{
	std::vector<int> sums(32);
	bool fine = m.run("__sycl_kernel_count_local", { 64 }, { 32 }, m.buffer(sums));

	claim(fine && sums_are_right(sums.data(), 32) && sums_are_right(sums.data() + 16, 32), "atomics on local memory");
}

/* ---- the rest ---- */

static void check_objects(machine &m)
{
	std::vector<int> p(16, 3), a(32, 1), b(32, 20), sum(32), filled(32);
	struct {
		size_t two[2];
	} extent = { { 4, 8 } }, nothing = { { 0, 0 } };
	bool right = m.run("_ZTS7Doubled", { 16 }, {}, m.buffer(p));

	for (int i = 0; i < 16; i++)
		right = right && p[i] == 6 + i;
	claim(right, "a lambda with a name and an id");
	right = m.run("_ZTS6Filled", { 4, 8 }, {}, m.buffer(filled), extent, extent, nothing);
	for (int i = 0; i < 32; i++)
		right = right && filled[i] == 100 + i;
	claim(right, "an accessor in two dimensions");
	right = m.run("_ZTS3Sum", { 4, 8 }, { 2, 4 }, m.buffer(a), m.buffer(b), m.buffer(sum), 300);
	for (int i = 0; i < 32; i++)
		right = right && sum[i] == 321;
	claim(right, "an object with members, and properties");
}

static void check_constants(const char *package, const char *device)
{
	std::vector<float> out(4);
	const int factor = 5;
	const unsigned char negated = 1;
	machine plain(package, device), set(package, device);
	bool right = plain.run("__sycl_kernel_specialized", { 4 }, {}, plain.buffer(out));

	claim(right && out[0] == 10 && out[3] == 3 * 3 * 1.5f + 10, "specialization constants have their defaults");
	set.set("settings::factor", &factor, sizeof(factor));
	set.set("settings::negated", &negated, sizeof(negated));
	right = set.run("__sycl_kernel_specialized", { 4 }, {}, set.buffer(out));
	claim(right && out[0] == -10 && out[3] == -(3 * 5 * 1.5f + 10), "specialization constants have what was set");
}

/* What the host computes has OpenCL's edges, too. */
static void check_edges()
{
	const double endless = HUGE_VAL;
	bool right = sycl::sinpi(1.0) == 0 && std::signbit(sycl::sinpi(-1.0)) && sycl::sinpi(1.5) == -1 && sycl::sinpi(-0.5) == -1;

	right = right && sycl::cospi(0.5) == 0 && sycl::cospi(1.0) == -1 && sycl::cospi(-2.0) == 1;
	right = right && sycl::tanpi(0.5) == endless && sycl::tanpi(1.5) == -endless && std::signbit(sycl::tanpi(1.0));
	claim(right, "parts of a turn on the host");
	right = std::isnan(sycl::powr(-2.0, 2.0)) && std::isnan(sycl::powr(0.0, 0.0)) && std::isnan(sycl::powr(1.0, endless));
	right = right && sycl::powr(2.0, 3.0) == 8 && sycl::powr(-0.0, -1.0) == endless;
	claim(right, "powr on the host");
	right = sycl::rootn(-8.0f, 3) == -2 && std::isnan(sycl::rootn(-4.0, 2)) && sycl::rootn(-0.0, -3) == -endless;
	right = right && sycl::rootn(-0.0, -2) == endless && std::isnan(sycl::rootn(1.0, 0));
	claim(right, "rootn on the host");
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	std::setvbuf(stdout, nullptr, _IOLBF, 0);
	machine m(argv[1], argv[2]);

#define CASE(name, units) compare_case(m, has_feature(argc, argv, "half"), #name, cases::name, units);
	CASES
#undef CASE
	compare_math<float>(m, "__sycl_kernel_math_float");
	compare_math<double>(m, "__sycl_kernel_math_double");
	compare_native(m);
	for (int dims = 1; dims <= 3; dims++)
		check_where(m, dims);
	check_together(m, "__sycl_kernel_together_", 16, 16, true);
	check_together(m, "__sycl_kernel_together_", 300, 300, false); /* more than have a place in local memory */
	if (has_feature(argc, argv, "sub-groups")) {
		check_sub_groups(m);
	} else {
		std::vector<int> got(64);

		claim(!m.run("__sycl_kernel_sub_where", { 64 }, { 32 }, m.buffer(got)), "a sub-group size that the device lacks is refused");
	}
	check_memory(m);
	check_counts<int>(m, "int");
	check_counts<unsigned>(m, "unsigned");
	check_counts<int64_t>(m, "long");
	check_counts<float>(m, "float");
	check_counts<double>(m, "double");
	check_local_counts(m);
	check_objects(m);
	check_constants(argv[1], argv[2]);
	check_edges();
	return finish();
}
