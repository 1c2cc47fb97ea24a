/* nbody.cpp — one step of bodies that attract each other; a body is a vector, its mass the fourth element. */
#define SYCL_SIMPLE_SWIZZLES
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::nd_range_kernel<1>)) void attract(const sycl::float4 *bodies,
												       sycl::float4 *speeds, int count,
												       float step)
{
	size_t me = oneapi::this_work_item::get_nd_item<1>().get_global_id(0);
	sycl::float4 mine = bodies[me];
	sycl::float3 pull(0.0f);

	for (int i = 0; i < count; i++) {
		sycl::float4 other = bodies[i];
		sycl::float3 way = other.xyz() - mine.xyz();
		float near = sycl::rsqrt(sycl::dot(way, way) + 0.01f);

		pull += way * (other.w() * near * near * near);
	}
	speeds[me].xyz() += pull * step;
}
