/* tests/device-lib/standard.cpp — what programs bring along from C++: headers of its library, assert, printf with literals;
 * and spellings of SYCL that device.cpp has no use for. */
#include <sycl/sycl.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

namespace exp_ = sycl::ext::oneapi::experimental;
#define KERNEL extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sycl::ext::oneapi::experimental::nd_range_kernel<1>)) void

static_assert(std::is_same_v<std::int64_t, int64_t> && std::is_same_v<std::int64_t, long>);
static SYBIL_INLINE size_t place()
{
	return sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);
}

KERNEL library(int *out)
{
	std::array<int, 3> numbers{ 1, 2, 3 };
	auto [i, two] = std::make_tuple(place(), 2.0f);
	std::pair<int, int> pair{ 10, 20 };

	std::swap(pair.first, pair.second);
	out[i] = numbers[i % 3] + static_cast<int>(two) + std::min(pair.first, 100) +
		 std::max<int>(std::numeric_limits<std::uint8_t>::max(), std::clamp(5, 1, 3));
}

KERNEL c_library(int *out)
{
	size_t i = place();
	float x = static_cast<float>(i);

	out[i] = static_cast<int>(std::sqrt(x * x) + std::pow(x, 2.0f) + ::powf(2.0f, x) + sycl::sin(0.0f * x) + std::sin(0.0f * x)) +
		 std::abs(static_cast<int>(i) - 100);
}

/* ---- what is printed and asserted ---- */

KERNEL printing(int *out)
{
	exp_::printf("item %d of %s, %.1f%%\n", static_cast<int>(place()), "four", 1.5f);
	out[place()] = 1;
}
KERNEL asserting(int *out)
{
	assert(place() % 4 < 3);
	out[place()] = 1;
}
KERNEL asserting_memory(int *out)
{
	assert((std::is_same_v<int, int> && out[place()] == 0));
	out[place()] = 1;
}
#define NDEBUG
#include <cassert>
KERNEL not_asserting(int *out)
{
	assert(out[place()] == 7);
	out[place()] = 1;
}

/* ---- kernels that take a handler, and ranges that are numbers ---- */

constexpr sycl::specialization_id<int> width(3);
class Alone;
class Filled;
class Halves;
class Listed;
struct filled {
	int *out;
	void operator()(sycl::id<1> i, sycl::kernel_handler h) const { out[i] = h.get_specialization_constant<width>(); }
};
void submit(sycl::queue &q, int *out, float *halves)
{
	q.single_task<Alone>([=](sycl::kernel_handler h) { out[0] = h.get_specialization_constant<width>(); });
	q.parallel_for<Filled>(sycl::range<1>(4), filled{ out });
	q.parallel_for<Halves>(16, [=](sycl::id<1> i) { halves[i] = 0.5f * i + i / 4.0f; });
	q.submit([&](sycl::handler &h) {
		h.parallel_for<Listed>(16u, exp_::properties{ exp_::work_group_size<4> }, [=](sycl::item<1> i) { out[i] = 1; });
	});
}

/* ---- properties, functions for others ---- */

inline constexpr exp_::properties sizes{ exp_::work_group_size<4, 8> };
static_assert(sizes.get_property<exp_::work_group_size_key>()[0] == 4 && sizes.get_property<exp_::work_group_size_key>()[1] == 8);
static_assert(sycl::ext::oneapi::is_property_key_v<exp_::device_has_key> && !sycl::ext::oneapi::is_property_key<int>::value);
static_assert(exp_::is_property_list_v<decltype(exp_::properties{})> && !exp_::is_property_list<int>::value);
#ifdef TWICE
inline constexpr exp_::properties twice{ exp_::work_group_size<4>, exp_::work_group_size<8> };
#endif

template <int N> SYCL_EXTERNAL int added(int x)
{
	return x + N;
}
template SYCL_EXTERNAL int added<1>(int);
