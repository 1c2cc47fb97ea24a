/* A feature that is optional for some instances of a template only: an attribute on a partial specialisation. As in the
 * appendix of the design document; <sycl/sycl.hpp> does the same for its atomic_ref. */
#include <sycl/aspects.hpp>

namespace example {
using sycl::aspect;
namespace detail {

template <typename T> class atomic_ref_impl_base {
public:
	atomic_ref_impl_base(T x) : x(x) {}
	T get() const { return x; }

private:
	T x;
};

template <typename T, unsigned long S> class atomic_ref_impl : public atomic_ref_impl_base<T> {
public:
	using atomic_ref_impl_base<T>::atomic_ref_impl_base;
};

/* Only this specialisation has the attribute. */
template <typename T>
class
#ifdef __SYCL_DEVICE_ONLY__
	[[__sycl_detail__::__uses_aspects__(aspect::atomic64)]]
#endif
	atomic_ref_impl<T, 8> : public atomic_ref_impl_base<T> {
public:
	using atomic_ref_impl_base<T>::atomic_ref_impl_base;
};

} // namespace detail

template <typename T> class atomic_ref : public detail::atomic_ref_impl<T, sizeof(T)> {
public:
	atomic_ref(T x) : detail::atomic_ref_impl<T, sizeof(T)>(x) {}
};

} // namespace example

SYCL_EXTERNAL int four(int x)
{
	return example::atomic_ref<int>(x).get();
}
SYCL_EXTERNAL long eight(long x)
{
	return example::atomic_ref<long>(x).get();
}
