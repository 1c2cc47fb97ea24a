// joint_matrix: a clear error, not a wrong result.
// expect-error: error: .*joint_matrix
#include "check.hpp"
#include <sycl/ext/oneapi/matrix/matrix.hpp>

int main()
{
	namespace matrix = sycl::ext::oneapi::experimental::matrix;
	sycl::queue q;
	float *p = sycl::malloc_shared<float>(256, q);
	q.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(16)]] {
		matrix::joint_matrix<sycl::sub_group, float, matrix::use::accumulator, 8, 16> c;
		matrix::joint_matrix_fill(it.get_sub_group(), c, 1.f);
		matrix::joint_matrix_store(it.get_sub_group(), c, sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::no>(p), 16, matrix::layout::row_major);
	}).wait();
	return wrong;
}
