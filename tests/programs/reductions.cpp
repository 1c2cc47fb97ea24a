// Reductions: buffers, memory, several at once, user types and operators, identities, spans, item forms.
#include "check.hpp"

struct Sum { int a = 0, b = 0; };
struct Combine { Sum operator()(const Sum &x, const Sum &y) const { return { x.a + y.a, x.b > y.b ? x.b : y.b }; } };

int main()
{
	sycl::queue q;
	constexpr size_t n = 1000;
	int *data = sycl::malloc_shared<int>(n, q), *one = sycl::malloc_shared<int>(4, q);
	for (size_t i = 0; i < n; i++)
		data[i] = int((i * 37) % 101);
	int sum = 0, most = 0, least = 1000, bits = 0;
	for (size_t i = 0; i < n; i++) {
		sum += data[i];
		most = std::max(most, data[i]);
		least = std::min(least, data[i]);
		bits ^= data[i];
	}

	one[0] = 5;
	q.parallel_for(sycl::range<1>(n), sycl::reduction(one, sycl::plus<>()), [=](sycl::id<1> i, auto &r) { r += data[i]; }).wait();
	CHECK(one[0] == sum + 5);
	q.parallel_for(sycl::nd_range<1>(n, 100), sycl::reduction(one, 0, sycl::plus<int>(), sycl::property::reduction::initialize_to_identity()),
		       [=](sycl::nd_item<1> i, auto &r) { r.combine(data[i.get_global_id(0)]); }).wait();
	CHECK(one[0] == sum);

	sycl::buffer<int> b{ 1 };
	sycl::buffer<float> f{ 1 };
	one[0] = 0;
	one[1] = -1;
	one[2] = 1 << 20;
	q.submit([&](sycl::handler &h) {
		auto to_buffer = sycl::reduction(b, h, sycl::bit_xor<>(), sycl::property::reduction::initialize_to_identity());
		auto to_float = sycl::reduction(f, h, sycl::plus<float>(), sycl::property::reduction::initialize_to_identity());
		h.parallel_for(sycl::range<1>(n), sycl::reduction(one, sycl::plus<>()), sycl::reduction(one + 1, sycl::maximum<>()),
			       sycl::reduction(one + 2, sycl::minimum<int>()), to_buffer, to_float,
			       [=](sycl::item<1> i, auto &s, auto &high, auto &low, auto &x, auto &half) {
				       s += data[i];
				       high.combine(data[i]);
				       low.combine(data[i]);
				       x ^= data[i];
				       half += 0.5f;
			       });
	}).wait();
	CHECK(one[0] == sum && one[1] == most && one[2] == least);
	CHECK(sycl::host_accessor(b)[0] == bits && sycl::host_accessor(f)[0] == 500);

	Sum *pair = sycl::malloc_shared<Sum>(1, q);
	*pair = { 100, 0 };
	q.parallel_for(sycl::range<2>(20, 50), sycl::reduction(pair, Sum{}, Combine()), [=](sycl::id<2> i, auto &r) {
		int x = data[i[0] * 50 + i[1]];
		r.combine({ x, x });
	}).wait();
	CHECK(pair->a == sum + 100 && pair->b == most);

	double *wide = sycl::malloc_shared<double>(1, q);
	*wide = 1;
	q.parallel_for(sycl::range<3>(2, 5, 10), sycl::reduction(wide, sycl::multiplies<>()), [=](auto i, auto &r) { if (i[2] == 9) r *= 2; }).wait();
	CHECK(*wide == 1024);

	int *four = sycl::malloc_shared<int>(4, q);
	for (int i = 0; i < 4; i++)
		four[i] = i;
	q.parallel_for(sycl::nd_range<1>(n, 50), sycl::reduction(sycl::span<int, 4>(four, 4), sycl::plus<>()),
		       [=](sycl::nd_item<1> i, auto &r) { r[i.get_global_id(0) % 4] += 1; }).wait();
	check_each("span", 4, four, [](size_t i) { return int(250 + i); });
	return wrong;
}
