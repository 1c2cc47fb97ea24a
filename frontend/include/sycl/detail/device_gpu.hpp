/* sycl/detail/device_gpu.hpp — a work-item of a GPU by its registers, which NVIDIA and AMD name differently.
 * Launches have no offset. Dimensions are numbered as in OpenCL, x first; range.hpp reverses them. */
#pragma once

namespace sycl {
inline namespace _V1 {
namespace detail::device {

#define SYBIL_REGISTER(name, what) \
	SYBIL_INLINE size_t name(int dimension) \
	{ \
		return static_cast<unsigned>(dimension == 0 ? what##_x() : dimension == 1 ? what##_y() : what##_z()); \
	}
#ifdef SYBIL_DEVICE_NVPTX
SYBIL_REGISTER(local_id, __nvvm_read_ptx_sreg_tid)
SYBIL_REGISTER(local_size, __nvvm_read_ptx_sreg_ntid)
SYBIL_REGISTER(group_id, __nvvm_read_ptx_sreg_ctaid)
SYBIL_REGISTER(group_count, __nvvm_read_ptx_sreg_nctaid)
SYBIL_INLINE size_t global_size(int dimension)
{
	return group_count(dimension) * local_size(dimension);
}
inline constexpr uint32_t lane_count = 32;
#else
SYBIL_REGISTER(local_id, __builtin_amdgcn_workitem_id)
SYBIL_REGISTER(local_size, __builtin_amdgcn_workgroup_size)
SYBIL_REGISTER(group_id, __builtin_amdgcn_workgroup_id)
SYBIL_REGISTER(global_size, __builtin_amdgcn_grid_size)
SYBIL_INLINE size_t group_count(int dimension)
{
	return (global_size(dimension) + local_size(dimension) - 1) / local_size(dimension);
}
#ifdef __AMDGCN_WAVEFRONT_SIZE
inline constexpr uint32_t lane_count = __AMDGCN_WAVEFRONT_SIZE;
#else
inline constexpr uint32_t lane_count = 64;
#endif
#endif
#undef SYBIL_REGISTER

SYBIL_INLINE size_t global_id(int dimension)
{
	return group_id(dimension) * local_size(dimension) + local_id(dimension);
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
	return lane_count;
}
SYBIL_INLINE uint32_t sub_group_count()
{
	return (threads() + lane_count - 1) / lane_count;
}
SYBIL_INLINE uint32_t sub_group_id()
{
	return thread() / lane_count;
}
/* The last one of a group may be short. */
SYBIL_INLINE uint32_t sub_group_size()
{
	return lesser(threads() - sub_group_id() * lane_count, lane_count);
}

} // namespace detail::device
} // namespace _V1
} // namespace sycl
