// Captures: classes that are declared device_copyable, also inside of others; bit-fields, unions, empty structs, alignment, bool, enums, large objects, init captures, structured bindings, null pointers, nested lambdas.
#include "check.hpp"
#include <tuple>

struct Bits { unsigned a : 3, b : 7; int c : 5; };
struct Copied {
	int value;
	explicit Copied(int v) : value(v) {}
	Copied(const Copied &other) : value(other.value) {}
	~Copied() {}
};
template <> struct sycl::is_device_copyable<Copied> : std::true_type {};
struct Declared { Copied member; };
union Either { int i; float f; };
struct Empty {};
struct alignas(64) Wide { char c; double d; };
struct __attribute__((packed)) Packed { char c; int i; short s; };
struct Large { int v[200]; };
enum Old { zero, one = 11 };
enum class New : short { x = -3 };
struct Base1 { int b1; };
struct Base2 { Empty e; short b2; };
struct Multiple : Base1, Base2 { char own; };

int main()
{
	sycl::queue q;
	int *out = sycl::malloc_shared<int>(32, q);
	Bits bits{ 5, 100, -7 };
	Either either;
	either.f = 1.5f;
	Empty empty;
	Wide wide{ 'w', 2.5 };
	Packed packed{ 'p', 123456, -9 };
	Large large;
	for (int i = 0; i < 200; i++)
		large.v[i] = i * i;
	Multiple multiple{ { 1 }, { {}, 2 }, 3 };
	int *null = nullptr;
	bool yes = true;
	long long big = 1ll << 40;
	char text[] = "text";
	auto inner = [k = 5](int x) { return x * k; };
	auto nested = [inner, bits](int x) { return inner(x) + int(bits.a); };
	auto [first, second] = std::pair{ 7, 8.5 };
	q.single_task([=, renamed = first + 1, moved = std::move(second), old = one, fresh = New::x] {
		(void)empty;
		out[0] = int(bits.a) * 1000 + int(bits.b) * 10 + bits.c;
		out[1] = either.f == 1.5f;
		out[2] = wide.c + int(wide.d * 2) + int(reinterpret_cast<size_t>(&wide) % 8);
		out[3] = packed.c + packed.i + packed.s;
		out[4] = large.v[199] + large.v[0];
		out[5] = multiple.b1 * 100 + multiple.b2 * 10 + multiple.own;
		out[6] = null == nullptr;
		out[7] = yes;
		out[8] = int(big >> 38);
		out[9] = text[0] + int(sizeof(text));
		out[10] = nested(6);
		out[11] = renamed;
		out[12] = int(moved * 2);
		out[13] = old;
		out[14] = int(fresh);
	}).wait();
	Declared wrapper{ Copied(3) };
	std::tuple<int, Copied> tuple(4, Copied(5));
	q.parallel_for(sycl::range<1>(1), [=](sycl::id<1>) {
		out[15] = wrapper.member.value;
		out[16] = std::get<0>(tuple) * 10 + std::get<1>(tuple).value;
	}).wait();
	const int want[] = { 5993 + 0, 1, 'w' + 5, 'p' + 123447, 39601, 123, 1, 1, 4, 't' + 5, 35, 8, 17, 11, -3, 3, 45 };
	check_each("out", 17, out, [&](size_t i) { return want[i]; });
	return wrong;
}
