/* Properties on a member: each use of it is annotated. The class as the design document has it; <sycl/sycl.hpp> brings one of
 * its own. */
#include <sycl/sycl.hpp>

using sycl::ext::oneapi::property_list;
using sycl::ext::oneapi::property_value;

struct foo {
	static constexpr const char *name = "foo";
	using value_t = property_value<foo, sycl::ext::oneapi::no_value>;
};
struct bar {
	static constexpr const char *name = "bar";
	template <int N> using value_t = property_value<bar, sycl::detail::constant<int, N>>;
};

template <typename T, typename PropertyListT = property_list<>> class annotated_ptr;
template <typename T, typename... Props> class annotated_ptr<T, property_list<Props...>> {
	T *ptr
#ifdef __SYCL_DEVICE_ONLY__
		[[__sycl_detail__::add_ir_member_annotation(Props::meta_name..., Props::meta_value...)]]
#endif
		;

public:
	annotated_ptr(T *p) : ptr(p) {}
	T &operator*() const { return *ptr; }
};

SYCL_EXTERNAL void set(int *p)
{
	annotated_ptr<int, property_list<foo::value_t, bar::value_t<32>>> aptr(p);

	*aptr = 1;
}
