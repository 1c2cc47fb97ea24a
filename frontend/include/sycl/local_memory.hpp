/* sycl/local_memory.hpp — memory of a work-group without an accessor: variables, memory by type, and memory whose size the
 * launch decides.
 *
 *   static work_group_static<float[64]> tile;            a variable; in a function it is declared static
 *   auto p = *group_local_memory<float[64]>(group);      one for each type, and each second argument
 *   work_group_memory<float[]> as a kernel's parameter   the launch hands over local memory of any size
 *   get_work_group_scratch_memory()                      the same without a parameter, one for the whole kernel */
#pragma once
#include <sycl/ext/properties.hpp>
#include <sycl/nd_item.hpp>
#include <sybil_names_hide.def>

#ifdef __SYCL_DEVICE_ONLY__
/* Replaced by an argument that the kernel is given (dynamic-local), or by the GPU's own memory for it (prepare-native). */
extern SYBIL_LOCAL unsigned char *__sycl_dynamicLocalMemoryPlaceholder(size_t alignment);
#endif

namespace sycl {
inline namespace _V1 {

namespace detail {

template <typename T> struct no_extent {
	using type = T;
};
template <typename T> struct no_extent<T[]> {
	using type = T;
};
template <typename T, size_t N> struct no_extent<T[N]> {
	using type = T;
};

} // namespace detail

namespace ext::oneapi {

/* The front end moves variables of this class to local memory. */
namespace experimental {
template <typename T>
class
#ifdef __SYCL_DEVICE_ONLY__
	[[__sycl_detail__::add_ir_global_variable_attributes("sycl-work-group-static", 1)]]
#endif
	work_group_static {
	T content;

public:
	constexpr work_group_static() = default;
	work_group_static(const work_group_static &) = delete;
	work_group_static &operator=(const work_group_static &) = delete;
	SYBIL_INLINE operator T &() noexcept { return content; }
	template <typename U = T> SYBIL_INLINE const U &operator=(const U &value) noexcept { return content = value; }
	SYBIL_INLINE T *operator&() noexcept { return __builtin_addressof(content); }
	template <typename U = T> SYBIL_INLINE auto operator[](size_t i) noexcept -> decltype(sycl::detail::declare<U &>()[i])
	{
		return content[i];
	}
};

/* Local memory as an argument of a kernel. */
template <typename T, typename List = empty_properties_t> class SYBIL_SPECIAL_CLASS work_group_memory {
	using element = typename sycl::detail::no_extent<T>::type;

	element *ptr;

public:
	work_group_memory() = default;
	void __init(SYBIL_LOCAL element *p) { ptr = (element *)p; }
	SYBIL_INLINE element &operator[](size_t i) const noexcept { return ptr[i]; }
	SYBIL_INLINE T *operator&() const noexcept { return (T *)ptr; }
	template <access::decorated Decorated = access::decorated::no> SYBIL_INLINE auto get_multi_ptr() const noexcept
	{
		return address_space_cast<access::address_space::local_space, Decorated>(ptr);
	}
	template <typename U = T> SYBIL_INLINE operator U &() const noexcept { return *(U *)ptr; }
	template <typename U = T> SYBIL_INLINE const work_group_memory &operator=(const U &value) const noexcept
	{
		*(U *)ptr = value;
		return *this;
	}
};

/* The launch decides how much there is: property work_group_scratch_size of SYCL, --dynamic-local of sybil run. On the
 * host nothing is launched. */
SYBIL_INLINE void *get_work_group_scratch_memory()
{
#ifdef __SYCL_DEVICE_ONLY__
	return (void *)__sycl_dynamicLocalMemoryPlaceholder(128);
#else
	return nullptr;
#endif
}
} // namespace experimental

/* One for each type; Where, any constant, distinguishes several of one type. */
template <typename T, auto Where = 0, typename G> SYBIL_INLINE auto group_local_memory_for_overwrite(G)
{
	struct alignas(T) place {
		unsigned char bytes[sizeof(T)];
	};
	SYBIL_LOCAL_STATIC place memory;

	return multi_ptr<T, access::address_space::local_space, access::decorated::legacy>((T *)&memory);
}
template <typename T, auto Where = 0, typename G, typename... Args> SYBIL_INLINE auto group_local_memory(G g, Args... args)
{
	auto pointer = group_local_memory_for_overwrite<T, Where>(g);

	if (g.leader()) {
		if constexpr (sizeof...(Args) != 0)
			*pointer.get_raw() = T(args...);
		else
			__builtin_memset(pointer.get_raw(), 0, sizeof(T));
	}
	detail::device::group_barrier(memory_scope::work_group);
	return pointer;
}

} // namespace ext::oneapi

} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
