/* Properties on a kernel's argument: those of an accessor are attributes of the kernel's parameters. */
#include <sycl/sycl.hpp>

using namespace sycl;
using namespace sycl::ext::oneapi;

template <typename T> struct foo {
	static constexpr const char *name = "sycl-foo";
};
template <int N> inline constexpr property_value<foo<int>, detail::constant<int, N>> foo_v;

void scale(queue &q, buffer<float, 1> &buf)
{
	q.submit([&](handler &cgh) {
		accessor acc(buf, cgh, property_list{ no_alias_v, foo_v<32> });

		cgh.single_task<class scale_first>([=] { acc[0] *= 2; });
	});
}
