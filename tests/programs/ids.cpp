// id, range, item and nd_range: operators, comparison, conversion, linear numbers, on the device and the host.
#include "check.hpp"

static int evaluate()
{
	sycl::id<3> a(1, 2, 3), b(4, 4, 4);
	sycl::range<3> r(5, 6, 7);
	int score = 0;
	score += (a + a) == sycl::id<3>(2, 4, 6);
	score += (a * 3)[2] == 9;
	score += (10 - a)[0] == 9;
	score += (a % 2) == sycl::id<3>(1, 0, 1);
	score += (r / 2)[1] == 3;
	score += (a << 2)[1] == 8;
	score += (a & 1)[0] == 1 && (a | 4)[0] == 5 && (a ^ 3)[1] == 1;
	score += r.size() == 210 && b[0] == 4;
	score += (a < sycl::id<3>(2, 2, 4))[0] == 1 && (a && a)[1] == 1;
	a += 1;
	++a;
	score += a == sycl::id<3>(3, 4, 5) && a != b;
	sycl::id<1> one = 7;
	size_t number = one + 1;
	score += number == 8 && one == 7u && one < 8;
	sycl::range two(3, 4);
	score += two.get(1) == 4 && sycl::id<2>(two)[0] == 3;
	return score;
}

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(24, q);
	q.single_task([=] { *p = evaluate(); }).wait();
	CHECK(*p == 12 && evaluate() == 12);
	q.parallel_for(sycl::range<3>(2, 3, 4), [=](sycl::item<3> i) {
		auto [x, y, z] = std::tuple{ i[0], i[1], i[2] };
		p[i.get_linear_id()] = int((x * 3 + y) * 4 + z == i.get_linear_id() && i.get_range() == sycl::range<3>(2, 3, 4) && i.get_id() == sycl::id<3>(x, y, z));
	}).wait();
	check_each("item<3>", 24, p, [](size_t) { return 1; });
	q.parallel_for(sycl::range<1>(24), [=](sycl::id<1> i) { sycl::id<1> mirrored = 23 - i; p[mirrored] = int(i) * 2 + (i > 10); }).wait();
	check_each("id<1>", 24, p, [](size_t i) { return int(23 - i) * 2 + (23 - i > 10); });
	return wrong;
}
