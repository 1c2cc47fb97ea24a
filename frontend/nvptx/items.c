/* frontend/nvptx/items.c — ids of work-items, groups and sub-groups, fences and barriers. Dimension 0 is x. */

HELPER u32 thread_id(int d)
{
	return d == 0   ? __nvvm_read_ptx_sreg_tid_x()
	       : d == 1 ? __nvvm_read_ptx_sreg_tid_y()
			: __nvvm_read_ptx_sreg_tid_z();
}

HELPER u32 group_size(int d)
{
	return d == 0   ? __nvvm_read_ptx_sreg_ntid_x()
	       : d == 1 ? __nvvm_read_ptx_sreg_ntid_y()
			: __nvvm_read_ptx_sreg_ntid_z();
}

HELPER u32 group_id(int d)
{
	return d == 0   ? __nvvm_read_ptx_sreg_ctaid_x()
	       : d == 1 ? __nvvm_read_ptx_sreg_ctaid_y()
			: __nvvm_read_ptx_sreg_ctaid_z();
}

HELPER u32 group_count(int d)
{
	return d == 0   ? __nvvm_read_ptx_sreg_nctaid_x()
	       : d == 1 ? __nvvm_read_ptx_sreg_nctaid_y()
			: __nvvm_read_ptx_sreg_nctaid_z();
}

HELPER u32 linear_id(void)
{
	return thread_id(0) + group_size(0) * (thread_id(1) + group_size(1) * thread_id(2));
}

HELPER u32 group_items(void)
{
	return group_size(0) * group_size(1) * group_size(2);
}

HELPER u32 lane_id(void)
{
	return linear_id() % WARP;
}

HELPER u32 warp_id(void)
{
	return linear_id() / WARP;
}

HELPER u32 warp_count(void)
{
	return (group_items() + WARP - 1) / WARP;
}

/* The last sub-group of a work-group may be smaller. */
HELPER u32 warp_size(void)
{
	u32 left = group_items() - warp_id() * WARP;

	return left < WARP ? left : WARP;
}

/* The lanes of the sub-group. */
HELPER u32 warp_mask(void)
{
	return ~0u >> (WARP - warp_size());
}

/* The lanes that run this code now. */
HELPER u32 active_mask(void)
{
	u32 mask;

	__asm__ volatile("activemask.b32 %0;" : "=r"(mask));
	return mask;
}

/* The pass adds the launch's offset. */
ENTRY u64 __sybil_global_id(int d)
{
	return (u64)group_id(d) * group_size(d) + thread_id(d);
}

ENTRY u64 __sybil_global_size(int d)
{
	return (u64)group_count(d) * group_size(d);
}

ENTRY u64 __sybil_local_id(int d)
{
	return thread_id(d);
}

ENTRY u64 __sybil_local_size(int d)
{
	return group_size(d);
}

ENTRY u64 __sybil_group_id(int d)
{
	return group_id(d);
}

ENTRY u64 __sybil_group_count(int d)
{
	return group_count(d);
}

ENTRY u64 __sybil_local_linear_id(void)
{
	return linear_id();
}

ENTRY u32 __sybil_sub_group_local_id(void)
{
	return lane_id();
}

ENTRY u32 __sybil_sub_group_id(void)
{
	return warp_id();
}

ENTRY u32 __sybil_sub_group_size(void)
{
	return warp_size();
}

ENTRY u32 __sybil_sub_group_max_size(void)
{
	return group_items() < WARP ? group_items() : WARP;
}

ENTRY u32 __sybil_sub_group_count(void)
{
	return warp_count();
}

ENTRY u64 __sybil_clock(int scope)
{
	u64 time;

	if (scope == SCOPE_SYSTEM || scope == SCOPE_DEVICE)
		__asm__ volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
	else
		__asm__ volatile("mov.u64 %0, %%clock64;" : "=l"(time));
	return time;
}

/* ---- fences and barriers ---- */

/* Work-items of a sub-group and of a work-group see memory in the same way. */
HELPER void fence(int scope, int semantics)
{
	if (!(semantics & (ACQUIRE | RELEASE | ACQUIRE_RELEASE | SEQUENTIAL)) || scope == SCOPE_WORK_ITEM)
		return;
	if (semantics & SEQUENTIAL) {
		if (scope == SCOPE_SYSTEM)
			__asm__ volatile("fence.sc.sys;" ::: "memory");
		else if (scope == SCOPE_DEVICE)
			__asm__ volatile("fence.sc.gpu;" ::: "memory");
		else
			__asm__ volatile("fence.sc.cta;" ::: "memory");
	} else {
		if (scope == SCOPE_SYSTEM)
			__asm__ volatile("fence.acq_rel.sys;" ::: "memory");
		else if (scope == SCOPE_DEVICE)
			__asm__ volatile("fence.acq_rel.gpu;" ::: "memory");
		else
			__asm__ volatile("fence.acq_rel.cta;" ::: "memory");
	}
}

ENTRY void __sybil_memory_barrier(int scope, int semantics)
{
	fence(scope, semantics);
}

/* The barrier orders memory for the group that waits; a fence is needed for wider scopes only. */
ENTRY void __sybil_control_barrier(int execution, int memory, int semantics)
{
	if (memory < execution)
		fence(memory, semantics);
	if (execution == SCOPE_SUB_GROUP)
		__nvvm_bar_warp_sync(warp_mask());
	else if (execution != SCOPE_WORK_ITEM)
		__nvvm_bar_sync(0);
	if (memory < execution)
		fence(memory, semantics);
}

/* ---- pointers: the address in a space, 0 for pointers to other spaces ---- */

#define TO_SPACE(name, test, space)                                                \
	ENTRY u64 __sybil_to_##name(const void *p)                                 \
	{                                                                          \
		u64 address;                                                       \
		__asm__("cvta.to." space ".u64 %0, %1;" : "=l"(address) : "l"(p)); \
		return test(p) ? address : 0;                                      \
	}

TO_SPACE(global, __nvvm_isspacep_global, "global")
TO_SPACE(local, __nvvm_isspacep_shared, "shared")

/* Private pointers are generic ones on NVPTX. */
ENTRY u64 __sybil_to_private(const void *p)
{
	return __nvvm_isspacep_local(p) ? (u64)p : 0;
}
