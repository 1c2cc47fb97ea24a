// device_global: copies from and to the host, arrays, structs, in namespaces, static, with device_image_scope.
#include "check.hpp"

namespace ext = sycl::ext::oneapi::experimental;
struct Config { int a; float b; };
ext::device_global<int> counter;
ext::device_global<float[8]> table;
static ext::device_global<Config> config;
namespace deep { namespace { ext::device_global<long> hidden; } }
struct Class { static ext::device_global<int> member; };
ext::device_global<int> Class::member;
ext::device_global<int[4], decltype(ext::properties(ext::device_image_scope))> inside;

int main()
{
	sycl::queue q{ sycl::property::queue::in_order() };
	float values[8], *out = sycl::malloc_shared<float>(8, q);
	int *n = sycl::malloc_shared<int>(6, q), zero = 5;
	for (int i = 0; i < 8; i++)
		values[i] = i * 1.5f;
	q.memcpy(table, values).wait();
	q.copy(&zero, counter).wait();
	Config c{ 3, 0.25f };
	q.memcpy(config, &c).wait();
	q.single_task([=] {
		n[0] = counter;
		counter += 10;
		deep::hidden = 7;
		Class::member = 8;
		config.get().a *= 2;
		n[1] = config.get().a;
		inside[2] = 6;
	}).wait(); // libsycl 2026.2 releases a wrong event if the next kernel comes while it still initializes device globals
	q.parallel_for(8, [=](sycl::id<1> i) { out[i] = table[i] + config.get().b; });
	q.single_task([=] { n[2] = int(deep::hidden.get()) + Class::member.get(); n[3] = counter.get(); });
	q.wait();
	check_each("table", 8, out, [&](size_t i) { return values[i] + 0.25f; });
	CHECK(n[0] == 5 && n[1] == 6 && n[2] == 15 && n[3] == 15);
	int got = 0;
	long wide = 0;
	q.copy(counter, &got).wait();
	q.memcpy(&wide, deep::hidden).wait();
	q.memcpy(&c, config, sizeof(int)).wait();
	CHECK(got == 15 && wide == 7 && c.a == 6 && c.b == 0.25f);
	float one = 99;
	q.memcpy(table, &one, sizeof(float), 3 * sizeof(float)).wait();
	q.single_task([=] { out[0] = table[3] + table[4]; }).wait();
	CHECK(out[0] == 105);
	return wrong;
}
