/* sycl/nd_item.hpp — a work-item among its group, its sub-group and all others; barriers and fences. */
#pragma once
#include <sycl/multi_ptr.hpp>
#include <sycl/range.hpp>
#include <sybil_names_hide.def>

namespace sycl {
inline namespace _V1 {

namespace access {
enum class fence_space { local_space, global_space, global_and_local };
} // namespace access

/* A copy that is complete when the call returns. */
class device_event {
public:
	void wait() const noexcept {}
};

/* The work-items that share local memory and barriers. */
template <int Dims = 1> class group {
	id<Dims> index;

public:
	using id_type = id<Dims>;
	using range_type = range<Dims>;
	using linear_id_type = size_t;
	static constexpr int dimensions = Dims;
	static constexpr memory_scope fence_scope = memory_scope::work_group;

	explicit SYBIL_INLINE group(const id<Dims> &index_) : index(index_) {}
	SYBIL_INLINE id<Dims> get_group_id() const { return index; }
	SYBIL_INLINE size_t get_group_id(int dimension) const { return index[dimension]; }
	SYBIL_INLINE id<Dims> get_id() const { return index; }
	SYBIL_INLINE size_t get_id(int dimension) const { return index[dimension]; }
	SYBIL_INLINE size_t operator[](int dimension) const { return index[dimension]; }
	SYBIL_INLINE id<Dims> get_local_id() const { return detail::ask<id, Dims>([](int d) { return detail::device::local_id(d); }); }
	SYBIL_INLINE size_t get_local_id(int dimension) const { return get_local_id()[dimension]; }
	SYBIL_INLINE range<Dims> get_local_range() const { return detail::ask<range, Dims>([](int d) { return detail::device::local_size(d); }); }
	SYBIL_INLINE size_t get_local_range(int dimension) const { return get_local_range()[dimension]; }
	SYBIL_INLINE range<Dims> get_max_local_range() const { return get_local_range(); }
	SYBIL_INLINE range<Dims> get_group_range() const { return detail::ask<range, Dims>([](int d) { return detail::device::group_count(d); }); }
	SYBIL_INLINE size_t get_group_range(int dimension) const { return get_group_range()[dimension]; }
	SYBIL_INLINE size_t get_group_linear_id() const { return detail::linear<Dims>(index, get_group_range()); }
	SYBIL_INLINE size_t get_linear_id() const { return get_group_linear_id(); }
	SYBIL_INLINE size_t get_local_linear_id() const { return detail::linear<Dims>(get_local_id(), get_local_range()); }
	SYBIL_INLINE size_t get_group_linear_range() const { return get_group_range().size(); }
	SYBIL_INLINE size_t get_local_linear_range() const { return get_local_range().size(); }
	SYBIL_INLINE bool leader() const { return get_local_linear_id() == 0; }

	/* The work-items of the group copy together; a copy is done when all have passed the barrier. */
	template <typename T>
	SYBIL_INLINE device_event async_work_group_copy(T *to, const T *from, size_t count, size_t to_stride = 1,
							size_t from_stride = 1) const
	{
		for (size_t i = get_local_linear_id(); i < count; i += get_local_linear_range())
			to[i * to_stride] = from[i * from_stride];
		detail::device::group_barrier(memory_scope::work_group);
		return {};
	}
	template <typename T, access::address_space A, access::decorated D, typename F, access::address_space B, access::decorated E>
	SYBIL_INLINE device_event async_work_group_copy(multi_ptr<T, A, D> to, multi_ptr<F, B, E> from, size_t count) const
	{
		return async_work_group_copy<T>(to.get_raw(), from.get_raw(), count);
	}
	template <typename... Events> SYBIL_INLINE void wait_for(Events...) const {}
	friend bool operator==(const group &a, const group &b) { return a.index == b.index; }
	friend bool operator!=(const group &a, const group &b) { return !(a == b); }
};

class sub_group {
public:
	using id_type = id<1>;
	using range_type = range<1>;
	using linear_id_type = uint32_t;
	static constexpr int dimensions = 1;
	static constexpr memory_scope fence_scope = memory_scope::sub_group;

	SYBIL_INLINE id<1> get_group_id() const { return detail::device::sub_group_id(); }
	SYBIL_INLINE id<1> get_local_id() const { return detail::device::sub_group_local_id(); }
	SYBIL_INLINE range<1> get_local_range() const { return detail::device::sub_group_size(); }
	SYBIL_INLINE range<1> get_max_local_range() const { return detail::device::sub_group_max_size(); }
	SYBIL_INLINE range<1> get_group_range() const { return detail::device::sub_group_count(); }
	SYBIL_INLINE uint32_t get_group_linear_id() const { return detail::device::sub_group_id(); }
	SYBIL_INLINE uint32_t get_local_linear_id() const { return detail::device::sub_group_local_id(); }
	SYBIL_INLINE uint32_t get_group_linear_range() const { return detail::device::sub_group_count(); }
	SYBIL_INLINE uint32_t get_local_linear_range() const { return detail::device::sub_group_size(); }
	SYBIL_INLINE bool leader() const { return get_local_linear_id() == 0; }
	friend bool operator==(const sub_group &, const sub_group &) { return true; }
	friend bool operator!=(const sub_group &, const sub_group &) { return false; }
};

template <int Dims = 1> class nd_item {
public:
	static constexpr int dimensions = Dims;

	SYBIL_INLINE id<Dims> get_global_id() const { return detail::ask<id, Dims>([](int d) { return detail::device::global_id(d); }); }
	SYBIL_INLINE size_t get_global_id(int dimension) const { return detail::device::global_id(Dims - 1 - dimension); }
	SYBIL_INLINE id<Dims> get_local_id() const { return detail::ask<id, Dims>([](int d) { return detail::device::local_id(d); }); }
	SYBIL_INLINE size_t get_local_id(int dimension) const { return detail::device::local_id(Dims - 1 - dimension); }
	SYBIL_INLINE range<Dims> get_global_range() const { return detail::ask<range, Dims>([](int d) { return detail::device::global_size(d); }); }
	SYBIL_INLINE size_t get_global_range(int dimension) const { return detail::device::global_size(Dims - 1 - dimension); }
	SYBIL_INLINE range<Dims> get_local_range() const { return detail::ask<range, Dims>([](int d) { return detail::device::local_size(d); }); }
	SYBIL_INLINE size_t get_local_range(int dimension) const { return detail::device::local_size(Dims - 1 - dimension); }
	SYBIL_INLINE range<Dims> get_group_range() const { return detail::ask<range, Dims>([](int d) { return detail::device::group_count(d); }); }
	SYBIL_INLINE size_t get_group_range(int dimension) const { return detail::device::group_count(Dims - 1 - dimension); }
	SYBIL_INLINE id<Dims> get_offset() const { return detail::ask<id, Dims>([](int d) { return detail::device::global_offset(d); }); }
	SYBIL_INLINE size_t get_group(int dimension) const { return detail::device::group_id(Dims - 1 - dimension); }
	SYBIL_INLINE group<Dims> get_group() const { return group<Dims>(detail::ask<id, Dims>([](int d) { return detail::device::group_id(d); })); }
	SYBIL_INLINE sub_group get_sub_group() const { return {}; }
	SYBIL_INLINE size_t get_global_linear_id() const
	{
		return detail::linear<Dims>(get_global_id() - get_offset(), get_global_range());
	}
	SYBIL_INLINE size_t get_local_linear_id() const { return detail::linear<Dims>(get_local_id(), get_local_range()); }
	SYBIL_INLINE size_t get_group_linear_id() const { return get_group().get_group_linear_id(); }
	SYBIL_INLINE nd_range<Dims> get_nd_range() const { return { get_global_range(), get_local_range(), get_offset() }; }
	SYBIL_INLINE void barrier(access::fence_space = access::fence_space::global_and_local) const
	{
		detail::device::group_barrier(memory_scope::work_group);
	}
	SYBIL_INLINE void mem_fence(access::fence_space = access::fence_space::global_and_local) const
	{
		detail::device::fence(memory_order::acq_rel, memory_scope::work_group);
	}
	template <typename... Args> SYBIL_INLINE device_event async_work_group_copy(Args... args) const
	{
		return get_group().async_work_group_copy(args...);
	}
	template <typename... Events> SYBIL_INLINE void wait_for(Events...) const {}
	friend bool operator==(const nd_item &, const nd_item &) { return true; }
	friend bool operator!=(const nd_item &, const nd_item &) { return false; }
};

SYBIL_INLINE void atomic_fence(memory_order order, memory_scope scope)
{
	detail::device::fence(order, scope);
}

template <int Dims> SYBIL_INLINE void group_barrier(group<Dims>, memory_scope scope = memory_scope::work_group)
{
	detail::device::group_barrier(scope);
}
SYBIL_INLINE void group_barrier(sub_group, memory_scope scope = memory_scope::sub_group)
{
	detail::device::sub_group_barrier(scope);
}

template <typename T> inline constexpr bool is_group_v = false;
template <int Dims> inline constexpr bool is_group_v<group<Dims>> = true;
template <> inline constexpr bool is_group_v<sub_group> = true;

namespace ext::oneapi {
using sycl::sub_group;

/* Where this work-item is, for functions that no item was handed to. */
namespace this_work_item {
template <int Dims> SYBIL_INLINE nd_item<Dims> get_nd_item()
{
	return {};
}
template <int Dims> SYBIL_INLINE group<Dims> get_work_group()
{
	return nd_item<Dims>().get_group();
}
SYBIL_INLINE sub_group get_sub_group()
{
	return {};
}
} // namespace this_work_item
} // namespace ext::oneapi

} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
