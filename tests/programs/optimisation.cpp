// One program without optimisation, with debug information, with -O3 and fast maths, and with every split mode.
// variants: -O0 -g | -O3 -ffast-math -fsycl-device-code-split=per_kernel | -g -fsycl-device-code-split=off
#include "check.hpp"

struct Matrix {
	float v[4][4];
	Matrix operator*(const Matrix &o) const
	{
		Matrix r{};
		for (int i = 0; i < 4; i++)
			for (int j = 0; j < 4; j++)
				for (int k = 0; k < 4; k++)
					r.v[i][j] += v[i][k] * o.v[k][j];
		return r;
	}
};

static int collatz(int x)
{
	int steps = 0;
	while (x != 1 && steps < 1000) {
		x = x % 2 ? 3 * x + 1 : x / 2;
		steps++;
	}
	return steps;
}

int main()
{
	sycl::queue q;
	Matrix *m = sycl::malloc_shared<Matrix>(3, q), want;
	int *steps = sycl::malloc_shared<int>(100, q);
	for (int i = 0; i < 16; i++) {
		m[0].v[i / 4][i % 4] = float(i);
		m[1].v[i / 4][i % 4] = float(i % 5);
	}
	q.single_task([=] { m[2] = m[0] * m[1] * m[0]; }).wait();
	want = m[0] * m[1] * m[0];
	check_each("matrix", 16, &m[2].v[0][0], [&](size_t i) { return want.v[i / 4][i % 4]; });
	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<int> local(10, h);
		h.parallel_for(sycl::nd_range<1>(100, 10), [=](sycl::nd_item<1> i) {
			local[9 - i.get_local_id(0)] = collatz(int(i.get_global_id(0)) + 1);
			sycl::group_barrier(i.get_group());
			steps[i.get_global_id(0)] = local[9 - i.get_local_id(0)] + sycl::reduce_over_group(i.get_group(), 1, sycl::plus<>());
		});
	}).wait();
	check_each("collatz", 100, steps, [](size_t i) { return collatz(int(i) + 1) + 10; });
	return wrong;
}
