/* sycl/detail/device_nvptx.hpp — a work-item is a thread of CUDA, a sub-group a warp. */
#pragma once
#include <sycl/detail/device_gpu.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail::device {

SYBIL_INLINE uint32_t sub_group_local_id()
{
	return static_cast<uint32_t>(__nvvm_read_ptx_sreg_laneid());
}

/* The lanes that there are. */
SYBIL_INLINE uint32_t lanes()
{
	return sub_group_size() == 32 ? 0xffffffffu : (1u << sub_group_size()) - 1;
}

SYBIL_INLINE void fence(memory_order order, memory_scope scope)
{
	if (order == memory_order::relaxed || scope == memory_scope::work_item)
		return;
	if (scope == memory_scope::system)
		__nvvm_membar_sys();
	else if (scope == memory_scope::device)
		__nvvm_membar_gl();
	else
		__nvvm_membar_cta();
}
SYBIL_INLINE void group_barrier(memory_scope scope)
{
	if (scope == memory_scope::device || scope == memory_scope::system)
		fence(memory_order::seq_cst, scope);
	__syncthreads();
}
/* In assembly, because the builtins ask for a PTX version on the command line. */
SYBIL_INLINE void sub_group_barrier(memory_scope scope)
{
	fence(memory_order::seq_cst, scope);
	__asm__ volatile("bar.warp.sync %0;" ::"r"(lanes()) : "memory");
}
SYBIL_INLINE uint32_t shuffle(uint32_t word, uint32_t lane)
{
	uint32_t result;

	__asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 31, %3;" : "=r"(result) : "r"(word), "r"(lane), "r"(lanes()));
	return result;
}
SYBIL_INLINE uint32_t shuffle_xor(uint32_t word, uint32_t mask)
{
	uint32_t result;

	__asm__ volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, %3;" : "=r"(result) : "r"(word), "r"(mask), "r"(lanes()));
	return result;
}

} // namespace detail::device
} // namespace _V1
} // namespace sycl
