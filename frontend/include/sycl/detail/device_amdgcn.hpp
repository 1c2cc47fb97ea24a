/* sycl/detail/device_amdgcn.hpp — a work-item by clang's builtins for AMD's GPUs; a sub-group is a wavefront. */
#pragma once

#ifdef __AMDGCN_WAVEFRONT_SIZE
#define SYBIL_WAVEFRONT __AMDGCN_WAVEFRONT_SIZE
#else
#define SYBIL_WAVEFRONT 64
#endif

namespace sycl::detail::device {

#define SYBIL_REGISTER(name, what) \
	SYBIL_INLINE size_t name(int dimension) \
	{ \
		return dimension == 0 ? __builtin_amdgcn_##what##_x() : \
		       dimension == 1 ? __builtin_amdgcn_##what##_y() : \
					__builtin_amdgcn_##what##_z(); \
	}
SYBIL_REGISTER(local_id, workitem_id)
SYBIL_REGISTER(local_size, workgroup_size)
SYBIL_REGISTER(group_id, workgroup_id)
SYBIL_REGISTER(global_size, grid_size)
#undef SYBIL_REGISTER

SYBIL_INLINE size_t global_id(int dimension)
{
	return group_id(dimension) * local_size(dimension) + local_id(dimension);
}
SYBIL_INLINE size_t group_count(int dimension)
{
	return (global_size(dimension) + local_size(dimension) - 1) / local_size(dimension);
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
	return SYBIL_WAVEFRONT;
}
SYBIL_INLINE uint32_t sub_group_count()
{
	return (threads() + sub_group_max_size() - 1) / sub_group_max_size();
}
SYBIL_INLINE uint32_t sub_group_id()
{
	return thread() / sub_group_max_size();
}
SYBIL_INLINE uint32_t sub_group_local_id()
{
	return thread() % sub_group_max_size();
}
SYBIL_INLINE uint32_t sub_group_size()
{
	return lesser(threads() - sub_group_id() * sub_group_max_size(), sub_group_max_size());
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

} // namespace sycl::detail::device
