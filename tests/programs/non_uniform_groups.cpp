// Parts of sub-groups: chunks and tangles.
#include "check.hpp"
#include <sycl/ext/oneapi/experimental/chunk.hpp>
#include <sycl/ext/oneapi/experimental/tangle.hpp>

namespace ext = sycl::ext::oneapi::experimental;

int main()
{
	sycl::queue q;
	int *out = sycl::malloc_shared<int>(32, q);
	q.parallel_for<class chunks>(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) {
		auto s = it.get_sub_group();
		auto c = ext::chunked_partition<4>(s);
		int i = int(it.get_global_id(0));
		out[i] = sycl::reduce_over_group(c, i, sycl::plus<>()) * 10 + int(c.get_local_linear_range());
	}).wait();
	check_each("chunk", 32, out, [](size_t i) { return int(4 * (i / 4 * 4) + 6) * 10 + 4; });
	return wrong;
}
