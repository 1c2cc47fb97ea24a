/* sycl/detail/atomic.hpp — atomic operations on integers of 4 and 8 bytes.
 *
 * On SPIR-V, with a known address space, they are instructions with the requested order and scope. Elsewhere they
 * are LLVM's instructions, whose pointers get an address space from the optimiser: sequentially consistent, except
 * on NVPTX, which needs fences around them. */
#pragma once
#include <sycl/multi_ptr.hpp>
#include <sycl/range.hpp>
#include <sybil_names_hide.def>

#ifdef SYBIL_DEVICE_SPIR
#define SYBIL_ATOMICS_OF(space, T, least, most) \
	extern T __spirv_AtomicLoad(space const T *, int, int); \
	extern void __spirv_AtomicStore(space T *, int, int, T); \
	extern T __spirv_AtomicExchange(space T *, int, int, T); \
	extern T __spirv_AtomicCompareExchange(space T *, int, int, int, T, T); \
	extern T __spirv_AtomicIAdd(space T *, int, int, T); \
	extern T __spirv_AtomicISub(space T *, int, int, T); \
	extern T __spirv_AtomicAnd(space T *, int, int, T); \
	extern T __spirv_AtomicOr(space T *, int, int, T); \
	extern T __spirv_AtomicXor(space T *, int, int, T); \
	extern T __spirv_Atomic##least(space T *, int, int, T); \
	extern T __spirv_Atomic##most(space T *, int, int, T);
#define SYBIL_ATOMICS(space) \
	SYBIL_ATOMICS_OF(space, int32_t, SMin, SMax) \
	SYBIL_ATOMICS_OF(space, uint32_t, UMin, UMax) \
	SYBIL_ATOMICS_OF(space, int64_t, SMin, SMax) \
	SYBIL_ATOMICS_OF(space, uint64_t, UMin, UMax)
SYBIL_ATOMICS(SYBIL_GLOBAL)
SYBIL_ATOMICS(SYBIL_LOCAL)
#undef SYBIL_ATOMICS
#undef SYBIL_ATOMICS_OF
#endif

namespace sycl {
inline namespace _V1 {
namespace detail {

/* The order of an operation that only reads, or only writes. */
SYBIL_INLINE constexpr memory_order reading(memory_order order)
{
	return order == memory_order::acq_rel || order == memory_order::release ? memory_order::acquire : order;
}
SYBIL_INLINE constexpr memory_order writing(memory_order order)
{
	return order == memory_order::acq_rel || order == memory_order::acquire ? memory_order::release : order;
}

/* An exchange that may fail, with fences around both outcomes. */
SYBIL_INLINE constexpr memory_order stronger(memory_order yes, memory_order no)
{
	if (no == memory_order::relaxed || yes == memory_order::seq_cst)
		return yes;
	if (no == memory_order::seq_cst)
		return no;
	return yes == memory_order::release ? memory_order::acq_rel : yes == memory_order::relaxed ? memory_order::acquire : yes;
}

template <access::address_space Space>
inline constexpr bool placed_v = Space == access::address_space::global_space || Space == access::address_space::local_space;

template <access::address_space Space> struct atomic {
	/* NVPTX's instructions are relaxed, whatever LLVM's order is. */
	static SYBIL_INLINE void before(memory_order order, memory_scope scope)
	{
#ifdef SYBIL_DEVICE_NVPTX
		if (order != memory_order::relaxed && order != memory_order::acquire)
			device::fence(order, scope);
#else
		(void)order, (void)scope;
#endif
	}
	static SYBIL_INLINE void after(memory_order order, memory_scope scope)
	{
#ifdef SYBIL_DEVICE_NVPTX
		if (order != memory_order::relaxed && order != memory_order::release)
			device::fence(order, scope);
#else
		(void)order, (void)scope;
#endif
	}

	template <typename T> static SYBIL_INLINE T load(T *p, memory_order order, memory_scope scope)
	{
		order = reading(order);
#ifdef SYBIL_DEVICE_SPIR
		if constexpr (placed_v<Space>)
			return __spirv_AtomicLoad((typename in_space<const T, Space>::pointer)p, device::spirv_scope(scope),
						  device::spirv_semantics(order));
		else
			return __sync_fetch_and_or(p, T(0));
#elif defined(SYBIL_DEVICE_NVPTX)
		before(order, scope);
		T value = *static_cast<volatile T *>(p);
		after(order, scope);
		return value;
#else
		(void)scope;
		return order == memory_order::relaxed ? __atomic_load_n(p, __ATOMIC_RELAXED) : __atomic_load_n(p, __ATOMIC_SEQ_CST);
#endif
	}
	template <typename T> static SYBIL_INLINE void store(T *p, T value, memory_order order, memory_scope scope)
	{
		order = writing(order);
#ifdef SYBIL_DEVICE_SPIR
		if constexpr (placed_v<Space>)
			__spirv_AtomicStore((typename in_space<T, Space>::pointer)p, device::spirv_scope(scope),
					    device::spirv_semantics(order), value);
		else
			__sync_lock_test_and_set(p, value);
#elif defined(SYBIL_DEVICE_NVPTX)
		before(order, scope);
		*static_cast<volatile T *>(p) = value;
		after(order, scope);
#else
		(void)scope;
		if (order == memory_order::relaxed)
			__atomic_store_n(p, value, __ATOMIC_RELAXED);
		else
			__atomic_store_n(p, value, __ATOMIC_SEQ_CST);
#endif
	}
	template <typename T>
	static SYBIL_INLINE T compare_exchange(T *p, T expected, T value, memory_order yes, memory_order no, memory_scope scope)
	{
#ifdef SYBIL_DEVICE_SPIR
		if constexpr (placed_v<Space>)
			return __spirv_AtomicCompareExchange((typename in_space<T, Space>::pointer)p, device::spirv_scope(scope),
							     device::spirv_semantics(yes), device::spirv_semantics(reading(no)),
							     value, expected);
#endif
		yes = stronger(yes, no);
		before(yes, scope);
		T was = __sync_val_compare_and_swap(p, expected, value);
		after(yes, scope);
		return was;
	}

#ifdef SYBIL_DEVICE_SPIR
#define SYBIL_PLACED(instruction) \
	if constexpr (placed_v<Space>) \
		return __spirv_Atomic##instruction((typename in_space<T, Space>::pointer)p, device::spirv_scope(scope), \
						   device::spirv_semantics(order), value);
#else
#define SYBIL_PLACED(instruction)
#endif
#define SYBIL_CHANGE(name, instruction, builtin) \
	template <typename T> static SYBIL_INLINE T name(T *p, T value, memory_order order, memory_scope scope) \
	{ \
		SYBIL_PLACED(instruction) \
		before(order, scope); \
		T was = builtin(p, value); \
		after(order, scope); \
		return was; \
	}
	SYBIL_CHANGE(exchange, Exchange, __sync_lock_test_and_set)
	SYBIL_CHANGE(fetch_add, IAdd, __sync_fetch_and_add)
	SYBIL_CHANGE(fetch_sub, ISub, __sync_fetch_and_sub)
	SYBIL_CHANGE(fetch_and, And, __sync_fetch_and_and)
	SYBIL_CHANGE(fetch_or, Or, __sync_fetch_and_or)
	SYBIL_CHANGE(fetch_xor, Xor, __sync_fetch_and_xor)
#undef SYBIL_CHANGE
#undef SYBIL_PLACED

	/* Operations without an instruction: retry until no other work-item interferes. */
	template <typename T, typename F> static SYBIL_INLINE T update(T *p, F change, memory_order order, memory_scope scope)
	{
		T was = load(p, memory_order::relaxed, scope);

		for (;;) {
			T found = compare_exchange(p, was, change(was), order, memory_order::relaxed, scope);

			if (found == was)
				return was;
			was = found;
		}
	}

#define SYBIL_EXTREME(name, sinstruction, uinstruction, wins) \
	template <typename T> static SYBIL_INLINE T name(T *p, T value, memory_order order, memory_scope scope) \
	{ \
		SYBIL_EXTREME_PLACED(sinstruction, uinstruction) \
		return update(p, [=](T was) { return value wins was ? value : was; }, order, scope); \
	}
#ifdef SYBIL_DEVICE_SPIR
#define SYBIL_EXTREME_PLACED(sinstruction, uinstruction) \
	if constexpr (placed_v<Space> && unsigned_v<T>) \
		return __spirv_Atomic##uinstruction((typename in_space<T, Space>::pointer)p, device::spirv_scope(scope), \
						    device::spirv_semantics(order), value); \
	else if constexpr (placed_v<Space>) \
		return __spirv_Atomic##sinstruction((typename in_space<T, Space>::pointer)p, device::spirv_scope(scope), \
						    device::spirv_semantics(order), value);
#else
#define SYBIL_EXTREME_PLACED(sinstruction, uinstruction)
#endif
	SYBIL_EXTREME(fetch_min, SMin, UMin, <)
	SYBIL_EXTREME(fetch_max, SMax, UMax, >)
#undef SYBIL_EXTREME
#undef SYBIL_EXTREME_PLACED
};

} // namespace detail
} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
