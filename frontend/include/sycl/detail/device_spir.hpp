/* sycl/detail/device_spir.hpp — a work-item by SPIR-V's own names, which the translator turns into instructions. */
#pragma once

extern size_t __spirv_BuiltInGlobalInvocationId(int);
extern size_t __spirv_BuiltInGlobalSize(int);
extern size_t __spirv_BuiltInGlobalOffset(int);
extern size_t __spirv_BuiltInNumWorkgroups(int);
extern size_t __spirv_BuiltInWorkgroupSize(int);
extern size_t __spirv_BuiltInWorkgroupId(int);
extern size_t __spirv_BuiltInLocalInvocationId(int);
extern uint32_t __spirv_BuiltInSubgroupSize();
extern uint32_t __spirv_BuiltInSubgroupMaxSize();
extern uint32_t __spirv_BuiltInNumSubgroups();
extern uint32_t __spirv_BuiltInSubgroupId();
extern uint32_t __spirv_BuiltInSubgroupLocalInvocationId();
extern SYBIL_CONVERGENT void __spirv_ControlBarrier(int, int, int);
extern void __spirv_MemoryBarrier(int, int);
extern SYBIL_CONVERGENT uint32_t __spirv_SubgroupShuffleINTEL(uint32_t, uint32_t);
extern SYBIL_CONVERGENT uint32_t __spirv_SubgroupShuffleXorINTEL(uint32_t, uint32_t);

namespace sycl {
inline namespace _V1 {
namespace detail::device {

#define SYBIL_QUERY(name, builtin) \
	SYBIL_INLINE size_t name(int dimension) \
	{ \
		return __spirv_BuiltIn##builtin(dimension); \
	}
SYBIL_QUERY(global_id, GlobalInvocationId)
SYBIL_QUERY(global_size, GlobalSize)
SYBIL_QUERY(global_offset, GlobalOffset)
SYBIL_QUERY(group_count, NumWorkgroups)
SYBIL_QUERY(local_size, WorkgroupSize)
SYBIL_QUERY(group_id, WorkgroupId)
SYBIL_QUERY(local_id, LocalInvocationId)
#undef SYBIL_QUERY

#define SYBIL_QUERY(name, builtin) \
	SYBIL_INLINE uint32_t name() \
	{ \
		return __spirv_BuiltIn##builtin(); \
	}
SYBIL_QUERY(sub_group_size, SubgroupSize)
SYBIL_QUERY(sub_group_max_size, SubgroupMaxSize)
SYBIL_QUERY(sub_group_count, NumSubgroups)
SYBIL_QUERY(sub_group_id, SubgroupId)
SYBIL_QUERY(sub_group_local_id, SubgroupLocalInvocationId)
#undef SYBIL_QUERY

/* Scope of SPIR-V: CrossDevice 0, Device 1, Workgroup 2, Subgroup 3, Invocation 4. */
SYBIL_INLINE constexpr int spirv_scope(memory_scope scope)
{
	return 4 - static_cast<int>(scope);
}

/* Memory Semantics of SPIR-V: the order, and the memory of sub-group, work-group and device. */
SYBIL_INLINE constexpr int spirv_order(memory_order order)
{
	return order == memory_order::relaxed ? 0 :
	       order == memory_order::acquire ? 0x2 :
	       order == memory_order::release ? 0x4 :
	       order == memory_order::acq_rel ? 0x8 :
						0x10;
}
SYBIL_INLINE constexpr int spirv_semantics(memory_order order)
{
	return order == memory_order::relaxed ? 0 : spirv_order(order) | 0x80 | 0x100 | 0x200;
}

SYBIL_INLINE void fence(memory_order order, memory_scope scope)
{
	if (order != memory_order::relaxed)
		__spirv_MemoryBarrier(spirv_scope(scope), spirv_semantics(order));
}
SYBIL_INLINE void group_barrier(memory_scope scope)
{
	__spirv_ControlBarrier(2, spirv_scope(scope), 0x10 | 0x100 | 0x200);
}
SYBIL_INLINE void sub_group_barrier(memory_scope scope)
{
	__spirv_ControlBarrier(3, spirv_scope(scope), 0x10 | 0x80 | 0x100 | 0x200);
}
SYBIL_INLINE uint32_t shuffle(uint32_t word, uint32_t lane)
{
	return __spirv_SubgroupShuffleINTEL(word, lane);
}
SYBIL_INLINE uint32_t shuffle_xor(uint32_t word, uint32_t mask)
{
	return __spirv_SubgroupShuffleXorINTEL(word, mask);
}

} // namespace detail::device
} // namespace _V1
} // namespace sycl
