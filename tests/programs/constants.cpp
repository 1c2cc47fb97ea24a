// Constants in kernels: const and constexpr globals, static members, local statics, arrays, strings, enums, variable templates.
#include "check.hpp"
#include <array>
#include <string_view>

const int plain = 3;
static const float floats[] = { 0.5f, 1.5f, 2.5f };
constexpr std::array<int, 4> numbers{ 10, 20, 30, 40 };
constexpr const char *words[] = { "zero", "one", "two" };
constexpr std::string_view view = "abcdef";
inline constexpr struct { int a; double b; } record{ 7, 0.25 };
enum class Kind : uint8_t { small = 4, large = 200 };
struct Holder { static constexpr int table[3] = { 5, 6, 7 }; static const int number = 9; };
template <typename T> constexpr T tau = T(6.25);
constexpr int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
template <int... I> constexpr auto squares = std::array<int, sizeof...(I)>{ I * I... };

static int lookup(int i)
{
	static constexpr int primes[] = { 2, 3, 5, 7, 11 };
	return primes[i % 5];
}

int main()
{
	sycl::queue q;
	constexpr int n = 12, captured = 100;
	const int also = 200;
	int *out = sycl::malloc_shared<int>(n, q);
	q.parallel_for(n, [=](sycl::id<1> id) {
		int i = int(id);
		switch (i) {
		case 0: out[i] = plain; break;
		case 1: out[i] = int(floats[i] * 2); break;
		case 2: out[i] = numbers[i]; break;
		case 3: out[i] = words[i - 2][1]; break;
		case 4: out[i] = view[i] + int(view.size()); break;
		case 5: out[i] = record.a + int(record.b * 4); break;
		case 6: out[i] = int(Kind::large) + Holder::table[i % 3] + Holder::number; break;
		case 7: out[i] = int(tau<float> * 4) + int(tau<double> * 8); break;
		case 8: { constexpr int f = factorial(6); out[i] = f; break; }
		case 9: out[i] = squares<1, 2, 3, 4>[i % 4]; break;
		case 10: out[i] = lookup(i + 3); break;
		default: out[i] = captured + also;
		}
	}).wait();
	const int want[] = { 3, 3, 30, 'n', 'e' + 6, 8, 200 + 5 + 9, 75, 720, 4, 7, 300 };
	check_each("out", n, out, [&](size_t i) { return want[i]; });
	return wrong;
}
