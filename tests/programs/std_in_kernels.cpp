// Parts of the standard library in kernels: algorithms, bitset, array, pair, numeric, type traits, optional, functional.
// variants: -O1 | -O2 -D_FORTIFY_SOURCE=2 -D_GLIBCXX_ASSERTIONS
#include "check.hpp"
#include <algorithm>
#include <array>
#include <cstring>
#include <bitset>
#include <functional>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

static int evaluate(int i)
{
	std::array<int, 12> a{};
	std::memset(&a, 0, sizeof(int) * (i % 12 + 1)); // a size that the C library's headers would check
	for (size_t j = 0; j < a.size(); j++)
		a[j] = int((j * 7 + size_t(i)) % 12);
	std::make_heap(a.begin(), a.end(), std::greater<>());
	std::sort_heap(a.begin(), a.end(), std::greater<>());
	int total = std::accumulate(a.begin(), a.begin() + 5, 0) + *std::max_element(a.begin(), a.end());
	std::reverse(a.begin(), a.end());
	total += int(std::lower_bound(a.begin(), a.end(), 6) - a.begin()) * 100;
	std::rotate(a.begin(), a.begin() + 3, a.end());
	total += a.front() * 10 + a.back() + int(std::count_if(a.begin(), a.end(), [](int x) { return x % 2; }));
	std::transform(a.begin(), a.end(), a.begin(), std::negate<int>());
	total += std::inner_product(a.begin(), a.end(), a.begin(), 0);
	auto [low, high] = std::pair<int, int>(std::minmax(i, 7));
	std::tuple<int, float> t = std::make_tuple(low, float(high));
	std::optional<int> maybe = i % 2 ? std::optional<int>(i) : std::nullopt;
	total += std::get<0>(t) + int(std::get<1>(t)) + maybe.value_or(50) + std::exchange(low, 3) + std::gcd(i, 12) + std::apply([](int x, float y) { return x + int(y); }, t);
	std::bitset<20> bits(unsigned(i) * 77u);
	total += int(bits.count()) + bits.test(2);
	return total + (std::is_same_v<decltype(low), int> ? 0 : 1) + std::invoke([](int x) { return x + 1; }, i) + std::plus<>()(i, 1);
}

int main()
{
	sycl::queue q;
	int *out = sycl::malloc_shared<int>(32, q);
	q.parallel_for(32, [=](sycl::id<1> i) { out[i] = evaluate(int(i)); }).wait();
	check_each("evaluate", 32, out, [](size_t i) { return evaluate(int(i)); });
	return wrong;
}
