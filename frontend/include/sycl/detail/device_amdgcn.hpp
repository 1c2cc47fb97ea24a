/* sycl/detail/device_amdgcn.hpp — a work-item by clang's builtins for AMD's GPUs; a sub-group is a wavefront. */
#pragma once
#include <sycl/detail/device_gpu.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail::device {

SYBIL_INLINE uint32_t sub_group_local_id()
{
	return thread() % lane_count;
}

SYBIL_INLINE void fence(memory_order order, memory_scope scope)
{
	if (order == memory_order::relaxed || scope == memory_scope::work_item)
		return;
	if (scope == memory_scope::system)
		__builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "");
	else if (scope == memory_scope::device)
		__builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
	else
		__builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
}
SYBIL_INLINE void group_barrier(memory_scope scope)
{
	fence(memory_order::seq_cst, scope == memory_scope::sub_group ? memory_scope::work_group : scope);
	__builtin_amdgcn_s_barrier();
	fence(memory_order::seq_cst, memory_scope::work_group);
}
SYBIL_INLINE void sub_group_barrier(memory_scope scope)
{
	fence(memory_order::seq_cst, scope);
	__builtin_amdgcn_wave_barrier();
}
SYBIL_INLINE uint32_t shuffle(uint32_t word, uint32_t lane)
{
	return static_cast<uint32_t>(
		__builtin_amdgcn_ds_bpermute(static_cast<int>(lane * 4), static_cast<int>(word)));
}
SYBIL_INLINE uint32_t shuffle_xor(uint32_t word, uint32_t mask)
{
	return shuffle(word, sub_group_local_id() ^ mask);
}

} // namespace detail::device
} // namespace _V1
} // namespace sycl
