/* sycl/handler.hpp — handler and queue, as far as device code needs them to define kernels.
 *
 * A submitted kernel becomes an entry point; these classes run nothing. The properties of a kernel come from the
 * call, from a member `properties` or from get(properties_tag). A wrapper class has them as a parameter pack and
 * passes them to an attribute of the kernel function. */
#pragma once
#include <sycl/accessor.hpp>
#include <sycl/kernel_handler.hpp>
#include <sycl/nd_item.hpp>
#include <sybil_names_hide.def>

namespace sycl {
inline namespace _V1 {

namespace detail {

struct unnamed;
template <typename Name, typename Kernel> using name_of = choose_t<same_v<Name, unnamed>, Kernel, Name>;

/* A kernel that takes a kernel_handler, which is part of the kernel's arguments where it is a buffer. */
template <typename K> struct with_handler {
	K k;
	kernel_handler h;

	template <typename... Args> SYBIL_INLINE void operator()(Args... args) const { k(args..., h); }
};
template <typename K, typename... Args> SYBIL_INLINE void call(const K &k, Args... args)
{
	if constexpr (callable_v<const K &, Args...>)
		k(args...);
	else
		k(args..., kernel_handler());
}

/* The shapes of kernels: alone, one per item of a range, one per item of groups. */
template <typename Kernel, typename List> class KernelSingleTaskWrapper;
template <typename Kernel, template <typename...> class List, typename... Props>
class KernelSingleTaskWrapper<Kernel, List<Props...>> {
public:
	template <typename Name, typename Object = Kernel>
	SYBIL_KERNEL SYBIL_FUNCTION_ATTRIBUTES(Props::meta_name..., Props::meta_value...) static void run(const Object &k)
	{
		call(k);
	}
};

/* The argument of type T for this work-item. */
template <typename T> struct this_place;
template <int Dims> struct this_place<item<Dims>> {
	static SYBIL_INLINE item<Dims> get() { return this_item<Dims>(); }
};
template <int Dims> struct this_place<id<Dims>> {
	static SYBIL_INLINE id<Dims> get() { return this_item<Dims>().get_id(); }
};
template <int Dims> struct this_place<nd_item<Dims>> {
	static SYBIL_INLINE nd_item<Dims> get() { return {}; }
};

template <typename Kernel, typename Place, typename List> class KernelParallelForWrapper;
template <typename Kernel, typename Place, template <typename...> class List, typename... Props>
class KernelParallelForWrapper<Kernel, Place, List<Props...>> {
public:
	template <typename Name, typename Object = Kernel>
	SYBIL_KERNEL SYBIL_FUNCTION_ATTRIBUTES(Props::meta_name..., Props::meta_value...) static void run(const Object &k)
	{
		call(k, this_place<Place>::get());
	}
};

/* ---- properties of a kernel object ---- */

template <typename K, typename = void> struct own_properties {
	using type = ext::oneapi::property_list<>;
};
template <typename K> struct own_properties<K, void_t<decltype(K::properties)>> {
	using type = ext::oneapi::property_detail::plain_t<no_const_t<decltype(K::properties)>>;
};
template <typename K>
struct own_properties<K, void_t<decltype(declare<const K &>().get(declare<ext::oneapi::experimental::properties_tag>()))>> {
	using type = ext::oneapi::property_detail::plain_t<
		plain_t<decltype(declare<const K &>().get(declare<ext::oneapi::experimental::properties_tag>()))>>;
};

/* The properties of the call, followed by those of the object. */
template <typename A, typename B> struct joined;
template <template <typename...> class A, typename... As, template <typename...> class B, typename... Bs>
struct joined<A<As...>, B<Bs...>> {
	using type = ext::oneapi::property_list<As..., Bs...>;
};
template <typename List, typename K>
using all_properties = typename joined<ext::oneapi::property_detail::plain_t<List>, typename own_properties<K>::type>::type;

template <typename K, typename List, typename Name> SYBIL_INLINE void single(const K &k)
{
	using list = all_properties<List, K>;

#ifdef SYBIL_SPEC_BUFFER
	/* else instead of return, because every instantiation is a kernel */
	if constexpr (!callable_v<const K &>) {
		KernelSingleTaskWrapper<with_handler<K>, list>::template run<name_of<Name, K>>({ k, kernel_handler() });
	} else
#endif
		KernelSingleTaskWrapper<K, list>::template run<name_of<Name, K>>(k);
}
template <typename Place, typename K, typename List, typename Name> SYBIL_INLINE void parallel(const K &k)
{
	using list = all_properties<List, K>;

#ifdef SYBIL_SPEC_BUFFER
	if constexpr (!callable_v<const K &, Place>) {
		KernelParallelForWrapper<with_handler<K>, Place, list>::template run<name_of<Name, K>>({ k, kernel_handler() });
	} else
#endif
		KernelParallelForWrapper<K, Place, list>::template run<name_of<Name, K>>(k);
}
/* The kernel of a range takes an item, or a type that an item converts to (id, a number). */
template <int Dims, typename K>
inline constexpr bool takes_item_v = callable_v<const K &, item<Dims>> || callable_v<const K &, item<Dims>, kernel_handler>;

using no_properties = ext::oneapi::property_list<>;
template <typename T> using when_list = enable_t<ext::oneapi::is_property_list_v<T>>;

} // namespace detail

class handler {
public:
	template <typename Name = detail::unnamed, typename K> void single_task(const K &k)
	{
		detail::single<K, detail::no_properties, Name>(k);
	}
	template <typename Name = detail::unnamed, typename List, typename K, typename = detail::when_list<List>>
	void single_task(List, const K &k)
	{
		detail::single<K, List, Name>(k);
	}
	template <typename Name = detail::unnamed, int Dims, typename K> void parallel_for(range<Dims> r, const K &k)
	{
		parallel_for<Name>(r, detail::no_properties(), k);
	}
	template <typename Name = detail::unnamed, int Dims, typename List, typename K, typename = detail::when_list<List>>
	void parallel_for(range<Dims>, List, const K &k)
	{
		detail::parallel<detail::choose_t<detail::takes_item_v<Dims, K>, item<Dims>, id<Dims>>, K, List, Name>(k);
	}
	/* a number is a range of one dimension */
	template <typename Name = detail::unnamed, typename N, typename K, typename = detail::enable_t<detail::integer_v<N>>>
	void parallel_for(N count, const K &k)
	{
		parallel_for<Name>(range<1>(static_cast<size_t>(count)), detail::no_properties(), k);
	}
	template <typename Name = detail::unnamed, typename N, typename List, typename K,
		  typename = detail::enable_t<detail::integer_v<N>>, typename = detail::when_list<List>>
	void parallel_for(N count, List list, const K &k)
	{
		parallel_for<Name>(range<1>(static_cast<size_t>(count)), list, k);
	}
	template <typename Name = detail::unnamed, int Dims, typename K> void parallel_for(nd_range<Dims>, const K &k)
	{
		detail::parallel<nd_item<Dims>, K, detail::no_properties, Name>(k);
	}
	template <typename Name = detail::unnamed, int Dims, typename List, typename K, typename = detail::when_list<List>>
	void parallel_for(nd_range<Dims>, List, const K &k)
	{
		detail::parallel<nd_item<Dims>, K, List, Name>(k);
	}
	template <auto &Id, typename T> void set_specialization_constant(const T &) {}
	template <typename T> void depends_on(const T &) {}
};

class event {
public:
	void wait() const {}
};

class queue {
public:
	template <typename F> event submit(F f)
	{
		handler h;

		f(h);
		return {};
	}
	template <typename Name = detail::unnamed, typename... Args> event single_task(Args... args)
	{
		handler().single_task<Name>(args...);
		return {};
	}
	template <typename Name = detail::unnamed, typename... Args> event parallel_for(Args... args)
	{
		handler().parallel_for<Name>(args...);
		return {};
	}
	void wait() const {}
	void wait_and_throw() const {}
};

} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
