// C++20: concepts, templated lambdas, ranges on the host, three-way comparison, consteval, designated initialisers, std::span, bit operations.
// options: -std=c++20
#include "check.hpp"
#include <bit>
#include <compare>
#include <concepts>
#include <numeric>
#include <span>

template <typename T> concept Number = std::integral<T> || std::floating_point<T>;
template <Number T> constexpr T square(T x) { return x * x; }
consteval int table_size() { return 6; }
struct Point { int x = 0, y = 0; auto operator<=>(const Point &) const = default; };
constinit int host_only = 3;
template <size_t N> struct Text { char data[N]; constexpr Text(const char (&s)[N]) { for (size_t i = 0; i < N; i++) data[i] = s[i]; } };
template <Text T> constexpr int first_letter() { return T.data[0]; }

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(table_size(), q);
	std::span<int> span(p, table_size());
	q.parallel_for(table_size(), [=]<typename Index>(Index i) { span[i] = square(int(i[0])); }).wait();
	check_each("square", table_size(), p, [](size_t i) { return int(i * i); });
	auto add = []<Number T>(T a, auto b) requires std::integral<decltype(b)> { return a + b; };
	Point point{ .x = 3, .y = 4 };
	q.single_task([=, sum = add(1, 2)] {
		p[0] = sum + (point < Point{ 3, 5 }) + (point == Point{ 3, 4 });
		p[1] = std::popcount(255u) + std::countl_zero(1u) + int(std::bit_ceil(5u));
		p[2] = first_letter<"kernel">();
		p[3] = (point <=> Point{ 2, 9 }) > 0;
		p[4] = int(std::bit_cast<unsigned>(1.f) >> 23);
		if (point.x == 3) [[likely]]
			p[5] = int(std::midpoint(10, 20)) + int(std::lerp(0.f, 8.f, 0.5f));
	}).wait();
	const int want[] = { 5, 8 + 31 + 8, 'k', 1, 127, 19 };
	check_each("p", 6, p, [&](size_t i) { return want[i]; });
	CHECK(host_only == 3);
	return wrong;
}
