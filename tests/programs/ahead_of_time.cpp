// Native code for the CPU: specialization constants are values in a buffer, with and without SPIR-V beside it.
// variants: -fsycl-targets=x86_64 | -fsycl-targets=spir64_x86_64 | -fsycl-targets=spir64,x86_64 | -fsycl-targets=x86_64 -O0
#include "check.hpp"

struct Pair {
	int x;
	float y;
};
constexpr sycl::specialization_id<int> scalar(7);
constexpr sycl::specialization_id<Pair> pair(Pair{ 1, 2.5f });
namespace
{
constexpr sycl::specialization_id<char> hidden('a');
}

void run(sycl::queue q, int *p, bool set)
{
	q.submit([&](sycl::handler &h) {
		 if (set) {
			 h.set_specialization_constant<scalar>(9);
			 h.set_specialization_constant<pair>(Pair{ 3, 4.5f });
		 }
		 h.parallel_for(sycl::range<1>(1000), [=](sycl::item<1> i, sycl::kernel_handler k) {
			 if (i.get_id(0) == 999) {
				 p[0] = k.get_specialization_constant<scalar>();
				 p[1] = k.get_specialization_constant<pair>().x;
				 p[2] = int(k.get_specialization_constant<pair>().y * 2);
				 p[3] = k.get_specialization_constant<hidden>();
			 }
		 });
	 }).wait();
}

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(8, q);

	run(q, p, false);
	CHECK(p[0] == 7 && p[1] == 1 && p[2] == 5 && p[3] == 'a');
	run(q, p, true);
	CHECK(p[0] == 9 && p[1] == 3 && p[2] == 9 && p[3] == 'a');
	q.submit([&](sycl::handler &h) {
		 h.single_task([=](sycl::kernel_handler) { p[0] = 5; });
	 }).wait();
	q.single_task([=] { p[1] = 6; }).wait();
	CHECK(p[0] == 5 && p[1] == 6);
	return wrong;
}
