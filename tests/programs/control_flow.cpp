// Device code: loops, switches, function calls, references, arrays, integer widths, conversions, divisions, ternaries, local classes.
#include "check.hpp"
#include <cstring>

static void swap_values(int &a, int &b) { int t = a; a = b; b = t; }
[[gnu::noinline]] static int ackermann_like(int m, int n)
{
	while (m > 0) {
		n = n * 2 + m;
		m--;
	}
	return n;
}

/* LLVM's back end for NVIDIA lacks products of single bits, to which it reduces this in a loop. */
static void check_parity(sycl::queue &q)
{
	int nested[2][3][2] = { { { 1, 2 }, { 3, 4 }, { 5, 6 } }, { { 7, 8 }, { 9, 10 }, { 11, 12 } } };
	long long *a = sycl::malloc_shared<long long>(10, q);
	q.parallel_for(sycl::range<1>(10), [=](sycl::id<1> i) { a[i] = nested[i % 2][i % 3][1]; }).wait();
	check_each("parity", 10, a, [&](size_t i) { return nested[i % 2][i % 3][1]; });
}

static float first(const float *p) { return p[0]; }
static float second(const float *p) { return p[1]; }
template <int n> constexpr float (*choose())(const float *) { return n == 1 ? first : second; }
struct Chosen {
	static constexpr auto function = choose<1>();
};

/* Pointers to functions that are constants: the compiler calls the functions. */
static void check_constant_pointers(sycl::queue &q)
{
	float *f = sycl::malloc_shared<float>(4, q);
	f[0] = 5;
	f[1] = 7;
	q.single_task([=] {
		constexpr auto chosen = choose<2>();
		f[2] = chosen(f);
		f[3] = Chosen::function(f);
	}).wait();
	CHECK(f[2] == 7 && f[3] == 5);
}

static int evaluate(int i)
{
	int a[8], total = 0;
	for (int j = 0; j < 8; j++)
		a[j] = (i * 31 + j * 17) % 23;
	for (int j = 0; j < 8; j++)
		for (int k = j + 1; k < 8; k++)
			if (a[k] < a[j])
				swap_values(a[j], a[k]);
	do {
		total = total * 3 + a[total & 7] + 1;
		if (total > 10000)
			break;
		if (total % 5 == 0)
			continue;
		total++;
	} while (total < 5000);
	switch (i % 6) {
	case 0: total += 1; [[fallthrough]];
	case 1: total += 2; break;
	case 4: total -= i; break;
	default: total ^= 0x55;
	}
	struct Local { short s; unsigned char c; int both() const { return s * 256 + c; } } local{ short(-i), (unsigned char)(i * 50) };
	unsigned long wide = (unsigned long)i * 0x123456789ul;
	total += local.both() + int(wide % 1000003) + int(wide >> 33) + int(long(-i) / 3) + (-i % 4) + (i ? 1000 / i : 0);
	float f = float(i) * 1.7f;
	total += int(f) + int(unsigned(f)) + int(short(int(f * 1000))) + (signed char)(i * 40);
	char text[16] = {};
	std::memcpy(text, "0123456789", 10);
	std::memset(text + 3, 'x', 2);
	total += text[i % 10] + ackermann_like(i % 5, i);
	goto end;
end:
	return total;
}

int main()
{
	sycl::queue q;
	int *out = sycl::malloc_shared<int>(100, q);
	q.parallel_for(100, [=](sycl::id<1> i) { out[i] = evaluate(int(i)); }).wait();
	check_each("evaluate", 100, out, [](size_t i) { return evaluate(int(i)); });
	check_parity(q);
	check_constant_pointers(q);
	return wrong;
}
