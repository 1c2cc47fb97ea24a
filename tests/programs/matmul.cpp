// Multiplication of matrices with tiles in local memory, buffers of 2 dimensions, float and double.
#include "check.hpp"

template <typename T, int Tile> static void multiply(sycl::queue &q, const char *name, double error)
{
	constexpr size_t n = 48;
	std::vector<T> a(n * n), b(n * n), c(n * n), want(n * n);
	for (size_t i = 0; i < n * n; i++) {
		a[i] = T(i % 7) - T(2.5);
		b[i] = T(i % 11) * T(0.25);
	}
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			for (size_t k = 0; k < n; k++)
				want[i * n + j] += a[i * n + k] * b[k * n + j];
	{
		sycl::buffer<T, 2> ba(a.data(), { n, n }), bb(b.data(), { n, n }), bc(c.data(), { n, n });
		q.submit([&](sycl::handler &h) {
			sycl::accessor ra{ ba, h, sycl::read_only }, rb{ bb, h, sycl::read_only };
			sycl::accessor wc{ bc, h, sycl::write_only, sycl::no_init };
			sycl::local_accessor<T, 2> ta({ Tile, Tile }, h), tb({ Tile, Tile }, h);
			h.parallel_for(sycl::nd_range<2>({ n, n }, { Tile, Tile }), [=](sycl::nd_item<2> it) {
				size_t y = it.get_local_id(0), x = it.get_local_id(1);
				T sum = 0;
				for (size_t t = 0; t < n; t += Tile) {
					ta[y][x] = ra[it.get_global_id(0)][t + x];
					tb[y][x] = rb[t + y][it.get_global_id(1)];
					sycl::group_barrier(it.get_group());
					for (size_t k = 0; k < Tile; k++)
						sum += ta[y][k] * tb[k][x];
					sycl::group_barrier(it.get_group());
				}
				wc[it.get_global_id()] = sum;
			});
		});
	}
	check_near(name, n * n, c, [&](size_t i) { return want[i]; }, error);
}

int main()
{
	sycl::queue q;
	multiply<float, 8>(q, "float", 1e-5);
	multiply<double, 16>(q, "double", 1e-12);
	multiply<int, 4>(q, "int", 0);
	return wrong;
}
