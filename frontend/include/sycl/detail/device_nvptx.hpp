/* sycl/detail/device_nvptx.hpp — a work-item is a thread of CUDA, a sub-group a warp; launches have no offset.
 * Dimensions are numbered as OpenCL does, x first; range.hpp turns them around. */
#pragma once

namespace sycl::detail::device {

#define SYBIL_REGISTER(name, what) \
	SYBIL_INLINE size_t name(int dimension) \
	{ \
		return static_cast<unsigned>(dimension == 0 ? __nvvm_read_ptx_sreg_##what##_x() : \
					     dimension == 1 ? __nvvm_read_ptx_sreg_##what##_y() : \
							      __nvvm_read_ptx_sreg_##what##_z()); \
	}
SYBIL_REGISTER(local_id, tid)
SYBIL_REGISTER(local_size, ntid)
SYBIL_REGISTER(group_id, ctaid)
SYBIL_REGISTER(group_count, nctaid)
#undef SYBIL_REGISTER

SYBIL_INLINE size_t global_id(int dimension)
{
	return group_id(dimension) * local_size(dimension) + local_id(dimension);
}
SYBIL_INLINE size_t global_size(int dimension)
{
	return group_count(dimension) * local_size(dimension);
}
SYBIL_INLINE size_t global_offset(int)
{
	return 0;
}

SYBIL_INLINE uint32_t thread()
{
	return static_cast<uint32_t>((local_id(2) * local_size(1) + local_id(1)) * local_size(0) + local_id(0));
}
SYBIL_INLINE uint32_t threads()
{
	return static_cast<uint32_t>(local_size(0) * local_size(1) * local_size(2));
}
SYBIL_INLINE uint32_t sub_group_max_size()
{
	return 32;
}
SYBIL_INLINE uint32_t sub_group_count()
{
	return (threads() + 31) / 32;
}
SYBIL_INLINE uint32_t sub_group_id()
{
	return thread() / 32;
}
SYBIL_INLINE uint32_t sub_group_local_id()
{
	return static_cast<uint32_t>(__nvvm_read_ptx_sreg_laneid());
}
SYBIL_INLINE uint32_t sub_group_size()
{
	uint32_t rest = threads() - sub_group_id() * 32;

	return rest < 32 ? rest : 32;
}

/* The lanes that there are: the last warp of a group may be short. */
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

} // namespace sycl::detail::device
