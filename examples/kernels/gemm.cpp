/* gemm.cpp — C = A B by an object as kernel, with tiles in local accessors. */
#include <sycl/sycl.hpp>

class Gemm;

void multiply(sycl::queue &queue, const float *a, const float *b, float *c, size_t n)
{
	constexpr size_t tile = 8;

	queue.submit([&](sycl::handler &h) {
		sycl::local_accessor<float, 2> ta({ tile, tile }, h), tb({ tile, tile }, h);

		h.parallel_for<Gemm>(sycl::nd_range<2>({ n, n }, { tile, tile }), [=](sycl::nd_item<2> it) {
			size_t row = it.get_global_id(0), column = it.get_global_id(1), y = it.get_local_id(0), x = it.get_local_id(1);
			float sum = 0;

			for (size_t k = 0; k < n; k += tile) {
				ta[y][x] = a[row * n + k + x];
				tb[y][x] = b[(k + y) * n + column];
				sycl::group_barrier(it.get_group());
				for (size_t i = 0; i < tile; i++)
					sum = sycl::fma(ta[y][i], tb[i][x], sum);
				sycl::group_barrier(it.get_group());
			}
			c[row * n + column] = sum;
		});
	});
}
