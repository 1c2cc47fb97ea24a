/* sycl/detail/device.hpp — the few things that each kind of device does in its own way: where a work-item is, barriers,
 * fences, exchange inside of a sub-group. Everything above is written once.
 *
 * detail::device:: has the same functions in each of the files included here; functions.hpp has the mathematics. */
#pragma once
#include <sycl/detail/defs.hpp>
#include <sybil_names_hide.def>

namespace sycl {
inline namespace _V1 {

enum class memory_order { relaxed = 0, acquire = 1, release = 3, acq_rel = 4, seq_cst = 5 };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;

enum class memory_scope { work_item = 0, sub_group = 1, work_group = 2, device = 3, system = 4 };
inline constexpr memory_scope memory_scope_work_item = memory_scope::work_item;
inline constexpr memory_scope memory_scope_sub_group = memory_scope::sub_group;
inline constexpr memory_scope memory_scope_work_group = memory_scope::work_group;
inline constexpr memory_scope memory_scope_device = memory_scope::device;
inline constexpr memory_scope memory_scope_system = memory_scope::system;

} // namespace _V1
} // namespace sycl

#if defined(SYBIL_DEVICE_SPIR)
#include <sycl/detail/device_spir.hpp>
#elif defined(SYBIL_DEVICE_NVPTX)
#include <sycl/detail/device_nvptx.hpp>
#elif defined(SYBIL_DEVICE_AMDGCN)
#include <sycl/detail/device_amdgcn.hpp>
#else
#include <sycl/detail/device_host.hpp>
#endif

namespace sycl {
inline namespace _V1 {
namespace detail::device {

/* A value of another work-item of the sub-group, in 32-bit words; F exchanges one word. */
template <typename T, typename F> SYBIL_INLINE T exchange(const T &value, F word)
{
	constexpr size_t count = (sizeof(T) + 3) / 4;
	struct words {
		uint32_t at[count];
	} all = {};

	__builtin_memcpy(&all, &value, sizeof(T));
	for (size_t i = 0; i < count; i++)
		all.at[i] = word(all.at[i]);
	T result;
	__builtin_memcpy(&result, &all, sizeof(T));
	return result;
}

} // namespace detail::device
} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
