/* sycl/ext/printf.hpp — printf and assert in kernels.
 *
 * Most drivers print texts of OpenCL's constant memory only. SYBIL_PRINTF(format, …) puts a literal there; the function
 * takes any pointer and needs a driver that can print from it. On AMD's GPUs nothing is printed. */
#pragma once
#ifndef __SYCL_DEVICE_ONLY__
#include <cassert>
#endif
#include <sycl/detail/device.hpp>

#ifdef SYBIL_DEVICE_SPIR
#define SYBIL_CONSTANT __attribute__((address_space(2)))
extern int __sybil_print(const SYBIL_CONSTANT char *, ...) __asm__("_Z18__spirv_ocl_printfPU3AS2Kcz");
extern int __sybil_print_any(const char *, ...) __asm__("_Z18__spirv_ocl_printfPU3AS4Kcz");
#define SYBIL_PRINTF(format, ...) \
	({ \
		static const SYBIL_CONSTANT char sybil_format[] = format; \
		__sybil_print(sybil_format, ##__VA_ARGS__); \
	})
#else
#ifdef SYBIL_DEVICE_NVPTX
extern "C" int vprintf(const char *, char *);
#endif
#define SYBIL_PRINTF(format, ...) ::sycl::ext::oneapi::experimental::printf(format, ##__VA_ARGS__)
#endif

namespace sycl::ext::oneapi::experimental {

#if defined(SYBIL_DEVICE_SPIR)
template <typename... Args> SYBIL_INLINE int printf(const SYBIL_CONSTANT char *format, Args... args)
{
	return __sybil_print(format, args...);
}
template <typename... Args> SYBIL_INLINE int printf(const char *format, Args... args)
{
	return __sybil_print_any(format, args...);
}
#elif defined(SYBIL_DEVICE_NVPTX)
/* Arguments lie behind one another as in a structure, promoted as C does. */
namespace printf_detail {
template <typename T> SYBIL_INLINE void put(char *room, size_t &end, T value)
{
	end = (end + sizeof(T) - 1) / sizeof(T) * sizeof(T);
	__builtin_memcpy(room + end, &value, sizeof(T));
	end += sizeof(T);
}
template <typename T> SYBIL_INLINE auto promoted(T value)
{
	if constexpr (detail::same_v<T, float>)
		return static_cast<double>(value);
	else if constexpr (detail::pointer_v<T> || sizeof(T) > sizeof(int))
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
	return vprintf(format, room);
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

} // namespace sycl::ext::oneapi::experimental

/* assert(condition): a failed one is told by each work-item; then, where a device can, the kernel ends. Include this after
 * <cassert>. */
#ifdef __SYCL_DEVICE_ONLY__
#ifndef SYBIL_CONSTANT
#define SYBIL_CONSTANT
#endif
extern "C" inline __attribute__((noinline)) void __devicelib_assert_fail(const SYBIL_CONSTANT char *text, size_t x, size_t y, size_t z)
{
	SYBIL_PRINTF("%s global id: [%lu,%lu,%lu]\n", text, x, y, z);
#ifndef SYBIL_DEVICE_SPIR
	__builtin_trap();
#endif
}
#undef assert
#ifdef NDEBUG
#define assert(condition) (static_cast<void>(0))
#else
#define SYBIL_LINE_TEXT(line) #line
#define SYBIL_LINE(line) SYBIL_LINE_TEXT(line)
#define assert(condition) \
	({ \
		static const SYBIL_CONSTANT char sybil_text[] = \
			__FILE__ ":" SYBIL_LINE(__LINE__) ": Assertion `" #condition "` failed."; \
		if (!(condition)) \
			__devicelib_assert_fail(sybil_text, ::sycl::detail::device::global_id(0), \
						::sycl::detail::device::global_id(1), ::sycl::detail::device::global_id(2)); \
	})
#endif
#endif
