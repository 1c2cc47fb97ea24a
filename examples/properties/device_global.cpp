/* Properties on a variable's type: a device_global that belongs to its image and that the host only reads. In IR the variable
 * has "sycl-device-image-scope" and "sycl-host-access"="read". */
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi;

device_global<int, property_list_t<device_image_scope::value_t, host_access::value_t<host_access::access::read>>> dm1;
device_global<float[4], property_list_t<host_access::value_t<host_access::access::none>>> table;
static device_global<long> counter;

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::single_task_kernel)) void fill()
{
	dm1 = 42;
	for (int i = 0; i < 4; i++)
		table[i] = static_cast<float>(i);
	counter = counter + 1;
}
