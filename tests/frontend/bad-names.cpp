// Names that other SYCL headers lack, or have elsewhere, are not here: what compiles here compiles there.
// RUN: %S/compile %s -DSYCL_SIMPLE_SWIZZLES -DGOOD >/dev/null && %S/compile %s 2>&1
// EXIT: 1
// CHECK: bad-names.cpp:20:34: error: no member named 'xyz' in 'sycl::vec<float, 4>'
// CHECK: bad-names.cpp:22:10: error: no {{.*}} named 'this_work_item' in namespace 'sycl::ext::oneapi::experimental'
// CHECK: bad-names.cpp:23:11: error: no {{.*}} named 'grf_size_key' in namespace 'sycl::ext::oneapi::experimental'
// CHECK: bad-names.cpp:24:25: error: no {{.*}} named 'buffer_location_key' in namespace 'sycl::ext::oneapi::experimental'
// CHECK-NOT: error:
#include <sycl/sycl.hpp>
using namespace sycl::ext;
SYCL_EXTERNAL size_t good()
{
	auto lists = oneapi::property_list{ oneapi::buffer_location_v<1>, intel::experimental::grf_size<256> };

	return oneapi::this_work_item::get_nd_item<1>().get_global_id(0) + oneapi::this_work_item::get_work_group<1>().get_group_id(0) +
	       oneapi::this_work_item::get_sub_group().get_local_linear_id() + sizeof(lists);
}
namespace experimental = sycl::ext::oneapi::experimental;
SYCL_EXTERNAL sycl::float3 swizzled(sycl::float4 v) {
	return v.swizzle<0, 1, 2>() + v.xyz(); }
#ifndef GOOD
auto a = experimental::this_work_item::get_nd_item<1>();
using b = experimental::grf_size_key;
using c = experimental::buffer_location_key;
#endif
