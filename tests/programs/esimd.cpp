// ESIMD: a clear error, not a wrong result.
// expect-error: error: .*ESIMD
#include "check.hpp"
#include <sycl/ext/intel/esimd.hpp>

int main()
{
	namespace esimd = sycl::ext::intel::esimd;
	sycl::queue q;
	float *p = sycl::malloc_shared<float>(16, q);
	q.single_task([=]() SYCL_ESIMD_KERNEL {
		esimd::simd<float, 16> v = esimd::block_load<float, 16>(p);
		esimd::block_store(p, v + 1.f);
	}).wait();
	return wrong;
}
