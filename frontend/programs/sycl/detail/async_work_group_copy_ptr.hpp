/* Adds to the root's header: SPIR-V copies only scalars and vectors, so objects of classes, pointers and arrays are copied as bytes.
 * Drivers accept copies of other types, but copy nothing. */
#pragma once
#include_next <sycl/detail/async_work_group_copy_ptr.hpp>

namespace __sybil {

template <unsigned size> struct bytes {
	unsigned char data[size];
};

template <class T> struct is_sycl_vec : std::false_type {};
template <class T, int N> struct is_sycl_vec<sycl::vec<T, N>> : std::true_type {};

template <class T>
constexpr bool copied_as_bytes = !is_sycl_vec<T>::value &&
				 (std::is_class_v<T> || std::is_union_v<T> || std::is_pointer_v<T> || std::is_array_v<T>);

/* The arguments are those of OpGroupAsyncCopy; the stride is that of global memory. Objects with other objects between them are copied
 * one after the other, because SPIR-V cannot keep an event in a variable of a loop. */
template <class To, class From>
__ocl_event_t copy_bytes(int scope, To to, From from, unsigned size, unsigned long count, unsigned long to_step, unsigned long from_step,
			 __ocl_event_t event)
{
	if (to_step == 1 && from_step == 1)
		return ::__spirv_GroupAsyncCopy(scope, to, from, count * size, 1ul, event);
	for (unsigned long i = 0; i + 1 < count; i++) {
		__ocl_event_t one = ::__spirv_GroupAsyncCopy(scope, to + i * to_step * size, from + i * from_step * size,
							     static_cast<unsigned long>(size), 1ul, __ocl_event_t());
		::__spirv_GroupWaitEvents(scope, 1, &one);
	}
	const unsigned long last = count ? count - 1 : 0;

	return ::__spirv_GroupAsyncCopy(scope, to + last * to_step * size, from + last * from_step * size, count ? size : 0ul, 1ul, event);
}

/* Argument-dependent lookup finds it in the namespace of `bytes`. In a namespace, the name is not that of a SPIR-V function. */
#define SYBIL_COPY_BYTES(constant)                                                                                                      \
	template <unsigned size>                                                                                                        \
	__ocl_event_t __spirv_GroupAsyncCopy(int scope, local_pointer<bytes<size>> to, global_pointer<constant bytes<size>> from,       \
					     unsigned long count, unsigned long stride, __ocl_event_t event)                            \
	{                                                                                                                               \
		return copy_bytes(scope, reinterpret_cast<local_pointer<unsigned char>>(to),                                            \
				  reinterpret_cast<global_pointer<const unsigned char>>(from), size, count, 1, stride, event);          \
	}                                                                                                                               \
	template <unsigned size>                                                                                                        \
	__ocl_event_t __spirv_GroupAsyncCopy(int scope, global_pointer<bytes<size>> to, local_pointer<constant bytes<size>> from,       \
					     unsigned long count, unsigned long stride, __ocl_event_t event)                            \
	{                                                                                                                               \
		return copy_bytes(scope, reinterpret_cast<global_pointer<unsigned char>>(to),                                           \
				  reinterpret_cast<local_pointer<const unsigned char>>(from), size, count, stride, 1, event);           \
	}
SYBIL_COPY_BYTES()
SYBIL_COPY_BYTES(const)
#undef SYBIL_COPY_BYTES

} // namespace __sybil

namespace sycl {
inline namespace _V1 {
namespace detail {
template <class T> struct async_copy_elem_type<T, std::enable_if_t<__sybil::copied_as_bytes<T>>> {
	using type = __sybil::bytes<sizeof(T)>;
};
} // namespace detail
} // namespace _V1
} // namespace sycl
