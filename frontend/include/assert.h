/* assert.h — assert in kernels; host compilers find their own after it. <cassert> includes this, and like every
 * assert.h it may be included again after NDEBUG changed.
 *
 * A failed assertion calls __devicelib_assert_fail as DPC++ does. For SPIR-V the runtime links and reports it
 * (docs/runtime.md); on NVIDIA GPUs the driver reports it, on AMD GPUs the kernel ends. In native code made from
 * SPIR-V each work-item prints. */
#ifndef __SYCL_DEVICE_ONLY__
#pragma GCC system_header /* or -pedantic complains about the next line */
#include_next <assert.h>
#else
#ifndef SYBIL_ASSERT_FAIL
#include <sycl/ext/printf.hpp>
#include <sybil_names_hide.def>
#if defined(SYBIL_DEVICE_SPIR) && defined(__SYBIL_SPEC_BUFFER__)
/* inlined, because PoCL loses the output of other functions */
namespace sycl {
inline namespace _V1 {
namespace detail {
SYBIL_INLINE void assert_fail(const SYBIL_CONSTANT char *text)
{
	SYBIL_PRINTF("%s global id: [%lu,%lu,%lu]\n", text, device::global_id(0), device::global_id(1), device::global_id(2));
}
} // namespace detail
} // namespace _V1
} // namespace sycl
#define SYBIL_LINE_TEXT(line) #line
#define SYBIL_LINE(line) SYBIL_LINE_TEXT(line)
#define SYBIL_ASSERT_FAIL(text) \
	({ \
		static const SYBIL_CONSTANT char sybil_text[] = __FILE__ ":" SYBIL_LINE(__LINE__) ": Assertion `" text "` failed."; \
		::sycl::detail::assert_fail(sybil_text); \
	})
#else
extern "C" void __devicelib_assert_fail(const char *expression, const char *file, int line, const char *function,
					__UINT64_TYPE__ global_x, __UINT64_TYPE__ global_y, __UINT64_TYPE__ global_z,
					__UINT64_TYPE__ local_x, __UINT64_TYPE__ local_y, __UINT64_TYPE__ local_z);
namespace sycl {
inline namespace _V1 {
namespace detail {
SYBIL_INLINE void assert_fail(const char *expression, const char *file, int line, const char *function)
{
	__devicelib_assert_fail(expression, file, line, function, device::global_id(0), device::global_id(1),
				device::global_id(2), device::local_id(0), device::local_id(1), device::local_id(2));
}
} // namespace detail
} // namespace _V1
} // namespace sycl
#define SYBIL_ASSERT_FAIL(text) ::sycl::detail::assert_fail(text, __FILE__, __LINE__, __PRETTY_FUNCTION__)
#endif
#include <sybil_names_show.def>
#endif
#undef assert
#ifdef NDEBUG
#define assert(...) (static_cast<void>(0))
#else
#define assert(...) (static_cast<bool>(__VA_ARGS__) ? static_cast<void>(0) : static_cast<void>(SYBIL_ASSERT_FAIL(#__VA_ARGS__)))
#endif
#endif
