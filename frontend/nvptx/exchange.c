/* frontend/nvptx/exchange.c — data between the work-items of a sub-group or of a work-group.
 *
 * Functions for uniform control flow name all lanes of the sub-group; those for non-uniform control flow name the lanes
 * that are active. */

/* ---- from lane to lane; a value of 64 bits is sent as two halves ---- */

HELPER u32 shuffle_i32(u32 mask, u32 x, u32 lane)
{
	return (u32)__nvvm_shfl_sync_idx_i32(mask, (int)x, (int)lane, WARP - 1);
}

HELPER u64 shuffle_i64(u32 mask, u64 x, u32 lane)
{
	u64 high = shuffle_i32(mask, (u32)(x >> 32), lane);

	return high << 32 | shuffle_i32(mask, (u32)x, lane);
}

HELPER u16 shuffle_i16(u32 mask, u16 x, u32 lane)
{
	return (u16)shuffle_i32(mask, x, lane);
}

HELPER u8 shuffle_i8(u32 mask, u8 x, u32 lane)
{
	return (u8)shuffle_i32(mask, x, lane);
}

/* The value of a lane outside of the sub-group is undefined, but its number must be in the hardware's range. */
#define SHUFFLES(type, suffix)                                                                    \
	ENTRY type __sybil_shuffle_##suffix(int scope, type x, u32 lane)                          \
	{                                                                                         \
		(void)scope;                                                                      \
		return shuffle_##suffix(active_mask(), x, lane);                                  \
	}                                                                                         \
	ENTRY type __sybil_shuffle_xor_##suffix(int scope, type x, u32 bits)                      \
	{                                                                                         \
		(void)scope;                                                                      \
		return shuffle_##suffix(active_mask(), x, lane_id() ^ bits);                      \
	}                                                                                         \
	ENTRY type __sybil_shuffle_up_##suffix(int scope, type x, u32 distance)                   \
	{                                                                                         \
		(void)scope;                                                                      \
		return shuffle_##suffix(active_mask(), x, lane_id() - distance);                  \
	}                                                                                         \
	ENTRY type __sybil_shuffle_down_##suffix(int scope, type x, u32 distance)                 \
	{                                                                                         \
		(void)scope;                                                                      \
		return shuffle_##suffix(active_mask(), x, lane_id() + distance);                  \
	}                                                                                         \
	ENTRY type __sybil_sub_group_shuffle_##suffix(type x, u32 lane)                           \
	{                                                                                         \
		return shuffle_##suffix(warp_mask(), x, lane);                                    \
	}                                                                                         \
	ENTRY type __sybil_sub_group_shuffle_xor_##suffix(type x, u32 bits)                       \
	{                                                                                         \
		return shuffle_##suffix(warp_mask(), x, lane_id() ^ bits);                        \
	}                                                                                         \
	/* two values side by side: the second begins where the first ends */                     \
	ENTRY type __sybil_sub_group_shuffle_down_##suffix(type first, type second, u32 distance) \
	{                                                                                         \
		u32 lane = lane_id() + distance, size = warp_size();                              \
		type from_first = shuffle_##suffix(warp_mask(), first, lane);                     \
		type from_second = shuffle_##suffix(warp_mask(), second, lane - size);            \
		return lane < size ? from_first : from_second;                                    \
	}                                                                                         \
	ENTRY type __sybil_sub_group_shuffle_up_##suffix(type first, type second, u32 distance)   \
	{                                                                                         \
		u32 lane = lane_id(), size = warp_size();                                         \
		type from_first = shuffle_##suffix(warp_mask(), first, lane + size - distance);   \
		type from_second = shuffle_##suffix(warp_mask(), second, lane - distance);        \
		return lane >= distance ? from_second : from_first;                               \
	}                                                                                         \
	ENTRY type __sybil_group_broadcast_##suffix(int scope, type x, u64 from)                  \
	{                                                                                         \
		volatile SHARED type *slot = (volatile SHARED type *)slots;                       \
		if (scope == SCOPE_SUB_GROUP)                                                     \
			return shuffle_##suffix(warp_mask(), x, (u32)from);                       \
		if (linear_id() == from)                                                          \
			*slot = x;                                                                \
		__nvvm_bar_sync(0);                                                               \
		x = *slot;                                                                        \
		__nvvm_bar_sync(0); /* the next one may use the slot again */                     \
		return x;                                                                         \
	}

/* One for each sub-group of the largest work-group. */
static SHARED u64 slots[WARP];

SHUFFLES(u8, i8)
SHUFFLES(u16, i16)
SHUFFLES(u32, i32)
SHUFFLES(u64, i64)

/* Linear ids in the order of the hardware, from ids in up to three dimensions, x first. */
ENTRY u64 __sybil_linear_id_2(u64 x, u64 y)
{
	return x + group_size(0) * y;
}

ENTRY u64 __sybil_linear_id_3(u64 x, u64 y, u64 z)
{
	return x + group_size(0) * (y + group_size(1) * z);
}

/* ---- votes ---- */

typedef u32 mask4 __attribute__((ext_vector_type(4)));

ENTRY int __sybil_group_all(int scope, int x)
{
	return scope == SCOPE_SUB_GROUP ? __nvvm_vote_all_sync(warp_mask(), x) : __nvvm_bar0_and(x);
}

ENTRY int __sybil_group_any(int scope, int x)
{
	return scope == SCOPE_SUB_GROUP ? __nvvm_vote_any_sync(warp_mask(), x) : __nvvm_bar0_or(x);
}

ENTRY int __sybil_active_all(int scope, int x)
{
	(void)scope;
	return __nvvm_vote_all_sync(active_mask(), x);
}

ENTRY int __sybil_active_any(int scope, int x)
{
	(void)scope;
	return __nvvm_vote_any_sync(active_mask(), x);
}

ENTRY u32 __sybil_ballot(int scope, int x)
{
	(void)scope;
	return (u32)__nvvm_vote_ballot_sync(active_mask(), x);
}

ENTRY u32 __sybil_ballot_bit_count(int scope, int operation, u32 mask)
{
	(void)scope;
	if (operation == INCLUSIVE)
		mask &= ~0u >> (WARP - 1 - lane_id());
	else if (operation == EXCLUSIVE)
		mask &= (1u << lane_id()) - 1;
	return (u32)__builtin_popcount(mask);
}

/* ---- reductions and scans ----
 *
 * TYPE is the type of the computation, RAW the integer that carries it between lanes. */

#define TO_F32(x) __builtin_bit_cast(f32, x)
#define TO_F64(x) __builtin_bit_cast(f64, x)
#define FROM_F32(x) __builtin_bit_cast(u32, x)
#define FROM_F64(x) __builtin_bit_cast(u64, x)
#define TO_S8(x) ((s8)(x))
#define TO_U8(x) ((u8)(x))
#define TO_S16(x) ((s16)(x))
#define TO_U16(x) ((u16)(x))
#define TO_S32(x) ((s32)(x))
#define TO_U32(x) ((u32)(x))
#define TO_S64(x) ((s64)(x))
#define TO_U64(x) ((u64)(x))
#define FROM_INT(x) (x)

#define ADD(a, b) ((a) + (b))
#define MULTIPLY(a, b) ((a) * (b))
#define BOTH(a, b) ((a) & (b))
#define EITHER(a, b) ((a) | (b))
#define DIFFERENT(a, b) ((a) ^ (b))
#define AND(a, b) ((a) && (b))
#define OR(a, b) ((a) || (b))
#define LEAST_OF(a, b) ((b) < (a) ? (b) : (a))
#define MOST_OF(a, b) ((a) < (b) ? (b) : (a))
#define LEAST_NUMBER(a, b) ((b) < (a) || (a) != (a) ? (b) : (a))
#define MOST_NUMBER(a, b) ((a) < (b) || (a) != (a) ? (b) : (a))

/* OP is computed in the type, whose identity element is ID. */
#define GROUP(name, suffix, type, raw, width, to, from, op, id)                                                       \
	/* all lanes of a sub-group: the inclusive scan */                                                            \
	HELPER type scan_##name##_##suffix(type x)                                                                    \
	{                                                                                                             \
		const u32 lane = lane_id(), mask = warp_mask();                                                       \
		for (u32 distance = 1; distance < WARP; distance *= 2) {                                              \
			type y = to(shuffle_##width(mask, (raw)from(x), lane - distance));                            \
			if (lane >= distance)                                                                         \
				x = (type)op(y, x);                                                                   \
		}                                                                                                     \
		return x;                                                                                             \
	}                                                                                                             \
	HELPER type before_##name##_##suffix(type scan)                                                               \
	{                                                                                                             \
		type y = to(shuffle_##width(warp_mask(), (raw)from(scan), lane_id() - 1));                            \
		return lane_id() ? y : (type)(id);                                                                    \
	}                                                                                                             \
	HELPER type all_##name##_##suffix(type x)                                                                     \
	{                                                                                                             \
		if (warp_size() < WARP)                                                                               \
			return to(                                                                                    \
				shuffle_##width(warp_mask(), (raw)from(scan_##name##_##suffix(x)), warp_size() - 1)); \
		for (u32 bits = WARP / 2; bits; bits /= 2) {                                                          \
			type y = to(shuffle_##width(~0u, (raw)from(x), lane_id() ^ bits));                            \
			x = (type)op(x, y);                                                                           \
		}                                                                                                     \
		return x;                                                                                             \
	}                                                                                                             \
	/* the results of sub-groups, combined by each work-item for itself */                                        \
	HELPER type across_##name##_##suffix(int operation, type x)                                                   \
	{                                                                                                             \
		volatile SHARED raw *results = (volatile SHARED raw *)slots;                                          \
		const u32 count = warp_count(), mine = warp_id();                                                     \
		type scan = operation == REDUCE ? all_##name##_##suffix(x) : scan_##name##_##suffix(x);               \
		type all = (type)(id), before = (type)(id);                                                           \
		if (lane_id() == warp_size() - 1)                                                                     \
			results[mine] = (raw)from(scan);                                                              \
		__nvvm_bar_sync(0);                                                                                   \
		for (u32 i = 0; i < count; i++) {                                                                     \
			type one = to(results[i]);                                                                    \
			if (i == mine)                                                                                \
				before = all;                                                                         \
			all = i ? (type)op(all, one) : one;                                                           \
		}                                                                                                     \
		__nvvm_bar_sync(0);                                                                                   \
		if (operation == REDUCE)                                                                              \
			return all;                                                                                   \
		if (operation == EXCLUSIVE) {                                                                         \
			type y = before_##name##_##suffix(scan);                                                      \
			return !mine ? y : lane_id() ? (type)op(before, y) : before;                                  \
		}                                                                                                     \
		return mine ? (type)op(before, scan) : scan;                                                          \
	}                                                                                                             \
	ENTRY type __sybil_group_##name##_##suffix(int scope, int operation, type x)                                  \
	{                                                                                                             \
		if (scope != SCOPE_SUB_GROUP)                                                                         \
			return across_##name##_##suffix(operation, x);                                                \
		if (operation == REDUCE)                                                                              \
			return all_##name##_##suffix(x);                                                              \
		x = scan_##name##_##suffix(x);                                                                        \
		return operation == EXCLUSIVE ? before_##name##_##suffix(x) : x;                                      \
	}                                                                                                             \
	/* the lanes that are there, within clusters of a size: one after the other */                                \
	HELPER type some_##name##_##suffix(int operation, type x, u32 size)                                           \
	{                                                                                                             \
		const u32 mask = active_mask(), lane = lane_id(), first = lane & ~(size - 1);                         \
		type result = (type)(id);                                                                             \
		int begun = 0;                                                                                        \
		for (u32 i = 0; i < size; i++) {                                                                      \
			u32 other = first + i;                                                                        \
			type y = to(shuffle_##width(mask, (raw)from(x), other));                                      \
			if (!(mask >> other & 1) || (operation == INCLUSIVE && other > lane) ||                       \
			    (operation == EXCLUSIVE && other >= lane))                                                \
				continue;                                                                             \
			result = begun ? (type)op(result, y) : y;                                                     \
			begun = 1;                                                                                    \
		}                                                                                                     \
		return result;                                                                                        \
	}                                                                                                             \
	ENTRY type __sybil_active_##name##_##suffix(int scope, int operation, type x)                                 \
	{                                                                                                             \
		(void)scope;                                                                                          \
		return some_##name##_##suffix(operation, x, WARP);                                                    \
	}                                                                                                             \
	ENTRY type __sybil_cluster_##name##_##suffix(int scope, int operation, type x, u32 size)                      \
	{                                                                                                             \
		(void)scope;                                                                                          \
		return some_##name##_##suffix(operation, x, size < WARP ? size : WARP);                               \
	}

#define INTEGER_GROUPS(bits, sign_min, sign_max)                                                     \
	GROUP(add, i##bits, u##bits, u##bits, i##bits, TO_U##bits, FROM_INT, ADD, 0)                 \
	GROUP(multiply, i##bits, u##bits, u##bits, i##bits, TO_U##bits, FROM_INT, MULTIPLY, 1)       \
	GROUP(and, i##bits, u##bits, u##bits, i##bits, TO_U##bits, FROM_INT, BOTH, ~(u##bits)0)      \
	GROUP(or, i##bits, u##bits, u##bits, i##bits, TO_U##bits, FROM_INT, EITHER, 0)               \
	GROUP(xor, i##bits, u##bits, u##bits, i##bits, TO_U##bits, FROM_INT, DIFFERENT, 0)           \
	GROUP(smin, i##bits, s##bits, u##bits, i##bits, TO_S##bits, FROM_INT, LEAST_OF, sign_max)    \
	GROUP(smax, i##bits, s##bits, u##bits, i##bits, TO_S##bits, FROM_INT, MOST_OF, sign_min)     \
	GROUP(umin, i##bits, u##bits, u##bits, i##bits, TO_U##bits, FROM_INT, LEAST_OF, ~(u##bits)0) \
	GROUP(umax, i##bits, u##bits, u##bits, i##bits, TO_U##bits, FROM_INT, MOST_OF, 0)

INTEGER_GROUPS(8, -128, 127)
INTEGER_GROUPS(16, -32768, 32767)
INTEGER_GROUPS(32, -2147483647 - 1, 2147483647)
INTEGER_GROUPS(64, -9223372036854775807L - 1, 9223372036854775807L)

#define FLOAT_GROUPS(bits, inf)                                                                      \
	GROUP(fadd, f##bits, f##bits, u##bits, i##bits, TO_F##bits, FROM_F##bits, ADD, 0)            \
	GROUP(fmultiply, f##bits, f##bits, u##bits, i##bits, TO_F##bits, FROM_F##bits, MULTIPLY, 1)  \
	GROUP(fmin, f##bits, f##bits, u##bits, i##bits, TO_F##bits, FROM_F##bits, LEAST_NUMBER, inf) \
	GROUP(fmax, f##bits, f##bits, u##bits, i##bits, TO_F##bits, FROM_F##bits, MOST_NUMBER, -inf)

FLOAT_GROUPS(32, __builtin_inff())
FLOAT_GROUPS(64, __builtin_inf())

GROUP(logical_and, i1, int, u32, i32, TO_S32, FROM_INT, AND, 1)
GROUP(logical_or, i1, int, u32, i32, TO_S32, FROM_INT, OR, 0)
GROUP(logical_xor, i1, int, u32, i32, TO_S32, FROM_INT, DIFFERENT, 0)

/* ---- copies by all work-items of a group ---- */

#define COPY(type, size)                                                                                      \
	ENTRY void __sybil_copy_##size(void *to, const void *from, u64 count, u64 to_stride, u64 from_stride) \
	{                                                                                                     \
		for (u64 i = linear_id(); i < count; i += group_items())                                      \
			((type *)to)[i * to_stride] = ((const type *)from)[i * from_stride];                  \
	}

typedef u32 quad __attribute__((ext_vector_type(4)));
COPY(u8, 1)
COPY(u16, 2)
COPY(u32, 4)
COPY(u64, 8)
COPY(quad, 16)

ENTRY void __sybil_group_wait(void)
{
	__nvvm_bar_sync(0);
}
