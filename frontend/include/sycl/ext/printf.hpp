/* sycl/ext/printf.hpp — printf in kernels.
 *
 * Most drivers print from OpenCL's constant memory only. src/ir/lower/spirv_printf.c moves literals there, which
 * must be in the call itself, so printf is not a template. Other texts need a driver that prints from any memory,
 * and are reported. AMD GPUs do not print. */
#pragma once
#include <sycl/detail/device.hpp>
#include <sybil_names_hide.def>

#ifdef SYBIL_DEVICE_SPIR
#define SYBIL_CONSTANT __attribute__((address_space(2)))
#define SYBIL_PRINTF(format, ...) \
	({ \
		static const SYBIL_CONSTANT char sybil_format[] = format; \
		::sycl::ext::oneapi::experimental::printf(sybil_format, ##__VA_ARGS__); \
	})
#else
#ifdef SYBIL_DEVICE_NVPTX
/* not by its name: <cstdio> has another one of it */
extern int __sybil_vprintf(const char *, char *) __asm__("vprintf");
#endif
#define SYBIL_PRINTF(format, ...) ::sycl::ext::oneapi::experimental::printf(format, ##__VA_ARGS__)
#endif

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

#if defined(SYBIL_DEVICE_SPIR)
extern int printf(const SYBIL_CONSTANT char *, ...) __asm__("_Z18__spirv_ocl_printfPU3AS2Kcz");
extern int printf(const char *, ...) __asm__("_Z18__spirv_ocl_printfPU3AS4Kcz");
#elif defined(SYBIL_DEVICE_NVPTX)
/* Arguments are laid out as in a structure, with C's promotions. */
namespace printf_detail {
template <typename T> SYBIL_INLINE void put(char *room, size_t &end, T value)
{
	end = (end + sizeof(T) - 1) / sizeof(T) * sizeof(T);
	__builtin_memcpy(room + end, &value, sizeof(T));
	end += sizeof(T);
}
template <typename T> SYBIL_INLINE auto promoted(T value)
{
	if constexpr (sycl::detail::same_v<T, float>)
		return static_cast<double>(value);
	else if constexpr (sycl::detail::pointer_v<T> || sizeof(T) > sizeof(int))
		return value;
	else
		return +value;
}
} // namespace printf_detail
template <typename... Args> SYBIL_INLINE int printf(const char *format, Args... args)
{
	alignas(8) char room[sizeof...(Args) * 8 + 8];
	[[maybe_unused]] size_t end = 0;

	(printf_detail::put(room, end, printf_detail::promoted(args)), ...);
	return __sybil_vprintf(format, room);
}
#elif defined(__SYCL_DEVICE_ONLY__)
template <typename... Args> SYBIL_INLINE int printf(const char *, Args...)
{
	return -1;
}
#else
template <typename... Args> inline int printf(const char *format, Args... args)
{
	return __builtin_printf(format, args...);
}
#endif

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
