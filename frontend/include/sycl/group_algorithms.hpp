/* sycl/group_algorithms.hpp — collective operations of the work-items of a group or sub-group.
 *
 * Work-groups use local memory and barriers, because few drivers have more; sub-groups exchange values. All work-
 * items of the group must take part. */
#pragma once
#include <sycl/functional.hpp>
#include <sycl/nd_item.hpp>
#include <sybil_names_hide.def>

namespace sycl {
inline namespace _V1 {

namespace detail {

/* ---- a work-group ---- */

inline constexpr size_t team = 256; /* work-items that local memory has a place for at once */
inline constexpr size_t team_row = 16; /* of them in a row, and so many rows */

template <typename T> struct alignas(T) bytes_of {
	unsigned char bytes[sizeof(T)];
};

/* One array per type. */
template <typename T> SYBIL_INLINE T *shared_places()
{
	SYBIL_LOCAL_STATIC bytes_of<T> places[team + team / team_row + 1];

	return (T *)places;
}

/* Drivers that run a group as loops between barriers choke on copies of them. */
#ifdef __clang__
#define SYBIL_NO_UNROLL _Pragma("clang loop unroll(disable)")
#else
#define SYBIL_NO_UNROLL
#endif

SYBIL_INLINE void meet()
{
	device::group_barrier(memory_scope::work_group);
}

/* Work-items take places in turn, some of them combine a row each, and all combine the results of the rows. Drivers
 * that turn a group into loops between barriers duplicate the code after a barrier that a path can skip, so loops
 * with a barrier run at least once. */
template <typename T, typename F> SYBIL_INLINE T fold(size_t me, size_t count, T value, F op)
{
	T *places = shared_places<T>();
	size_t used = lesser(count, team), start = 0;

	SYBIL_NO_UNROLL
	do {
		if (me / team * team == start)
			places[me - start] = start ? op(places[me - start], value) : value;
		meet();
		start += team;
	} while (start < count);
	if (me < team_row)
		for (size_t i = me + team_row; i < used; i += team_row)
			places[me] = op(places[me], places[i]);
	meet();
	T result = places[0];
	for (size_t i = 1; i < lesser(used, team_row); i++)
		result = op(result, places[i]);
	meet();
	return result;
}

/* Inclusive, in order: one team after the other, starting from the result of the previous teams. In a team, each
 * work-item combines its row up to itself, then the previous rows, whose results follow the places. */
template <typename T, typename F> SYBIL_INLINE T running(size_t me, size_t count, T value, F op, T *before, bool *first)
{
	T *places = shared_places<T>(), *ends = places + team, *carry = ends + team / team_row, result = value;
	size_t place = me % team, column = place % team_row, start = 0;

	*first = me == 0;
	SYBIL_NO_UNROLL
	do {
		bool mine = me - place == start;

		if (mine)
			places[place] = value;
		meet();
		if (mine && column) {
			T left = places[place - column];

			for (size_t i = place - column + 1; i < place; i++)
				left = op(left, places[i]);
			*before = left;
			result = op(left, value);
		}
		if (mine && column == team_row - 1)
			ends[place / team_row] = result;
		meet();
		if (mine && (start || place >= team_row)) {
			T all = start ? *carry : ends[0];

			for (size_t i = start ? 0 : 1; i < place / team_row; i++)
				all = op(all, ends[i]);
			*before = column ? op(all, *before) : all;
			result = op(all, result);
		}
		meet();
		if (mine && place == team - 1)
			*carry = result; /* read after the next barrier only */
		start += team;
	} while (start < count);
	return result;
}

template <typename T> SYBIL_INLINE T hand_out(bool from_me, T value)
{
	T *places = shared_places<T>();

	if (from_me)
		places[0] = value;
	meet();
	T result = places[0];
	meet();
	return result;
}

/* ---- one interface to both ---- */

template <typename G> struct together;

template <int Dims> struct together<group<Dims>> {
	static SYBIL_INLINE size_t me() { return group<Dims>(id<Dims>()).get_local_linear_id(); }
	static SYBIL_INLINE size_t count() { return group<Dims>(id<Dims>()).get_local_linear_range(); }
	template <typename T, typename F> static SYBIL_INLINE T reduce(T value, F op) { return fold(me(), count(), value, op); }
	template <typename T, typename F> static SYBIL_INLINE T scan(T value, F op, T *before, bool *first)
	{
		return running(me(), count(), value, op, before, first);
	}
	template <typename T> static SYBIL_INLINE T broadcast(T value, size_t from) { return hand_out(me() == from, value); }
};

template <> struct together<sub_group> {
	static SYBIL_INLINE uint32_t me() { return device::sub_group_local_id(); }
	static SYBIL_INLINE uint32_t count() { return device::sub_group_size(); }
	template <typename T> static SYBIL_INLINE T from(T value, uint32_t lane)
	{
		return device::exchange(value, [=](uint32_t word) { return device::shuffle(word, lane); });
	}
	template <typename T, typename F> static SYBIL_INLINE T scan(T value, F op, T *before, bool *first)
	{
		for (uint32_t step = 1; step < count(); step *= 2) {
			T other = from(value, me() >= step ? me() - step : me());

			if (me() >= step)
				value = op(other, value);
		}
		*first = me() == 0;
		T other = from(value, me() ? me() - 1 : 0);
		if (!*first)
			*before = other;
		return value;
	}
	template <typename T, typename F> static SYBIL_INLINE T reduce(T value, F op)
	{
		T before = value;
		bool first;

		value = scan(value, op, &before, &first);
		return from(value, count() - 1);
	}
	template <typename T> static SYBIL_INLINE T broadcast(T value, size_t lane) { return from(value, static_cast<uint32_t>(lane)); }
};

template <typename G> using when_group = enable_t<is_group_v<G>>;
template <typename G, typename F> using when_combines = enable_t<is_group_v<G> && operation_v<F>>;

} // namespace detail

/* ---- values of all work-items ---- */

template <typename G, typename T, typename F, typename = detail::when_combines<G, F>> SYBIL_INLINE T reduce_over_group(G, T x, F op)
{
	return detail::together<G>::reduce(x, op);
}
template <typename G, typename V, typename T, typename F, typename = detail::when_combines<G, F>>
SYBIL_INLINE T reduce_over_group(G g, V x, T init, F op)
{
	return op(init, reduce_over_group(g, static_cast<T>(x), op));
}
template <typename G, typename T, typename F, typename = detail::when_combines<G, F>>
SYBIL_INLINE T inclusive_scan_over_group(G, T x, F op)
{
	T before = x;
	bool first;

	return detail::together<G>::scan(x, op, &before, &first);
}
template <typename G, typename V, typename F, typename T, typename = detail::when_combines<G, F>>
SYBIL_INLINE T inclusive_scan_over_group(G g, V x, F op, T init)
{
	return op(init, inclusive_scan_over_group(g, static_cast<T>(x), op));
}
template <typename G, typename V, typename T, typename F, typename = detail::when_combines<G, F>>
SYBIL_INLINE T exclusive_scan_over_group(G, V x, T init, F op)
{
	T before = init;
	bool first;

	detail::together<G>::scan(static_cast<T>(x), op, &before, &first);
	return first ? init : op(init, before);
}
template <typename G, typename T, typename F, typename = detail::when_combines<G, F>>
SYBIL_INLINE T exclusive_scan_over_group(G, T x, F op)
{
	T before = x;
	bool first;

	detail::together<G>::scan(x, op, &before, &first);
	return first ? detail::identity<F, T>::value() : before;
}

template <typename G, typename T, typename = detail::when_group<G>>
SYBIL_INLINE T group_broadcast(G, T x, typename G::linear_id_type from = 0)
{
	return detail::together<G>::broadcast(x, from);
}
template <int Dims, typename T> SYBIL_INLINE T group_broadcast(group<Dims> g, T x, id<Dims> from)
{
	return detail::together<group<Dims>>::broadcast(x, detail::linear<Dims>(from, g.get_local_range()));
}

template <typename G, typename = detail::when_group<G>> SYBIL_INLINE bool any_of_group(G g, bool yes)
{
	return reduce_over_group(g, static_cast<uint32_t>(yes), bit_or<uint32_t>()) != 0;
}
template <typename G, typename = detail::when_group<G>> SYBIL_INLINE bool all_of_group(G g, bool yes)
{
	return reduce_over_group(g, static_cast<uint32_t>(yes), bit_and<uint32_t>()) != 0;
}
template <typename G, typename = detail::when_group<G>> SYBIL_INLINE bool none_of_group(G g, bool yes)
{
	return !any_of_group(g, yes);
}
template <typename G, typename T, typename P, typename = detail::when_group<G>> SYBIL_INLINE bool any_of_group(G g, T x, P is)
{
	return any_of_group(g, is(x));
}
template <typename G, typename T, typename P, typename = detail::when_group<G>> SYBIL_INLINE bool all_of_group(G g, T x, P is)
{
	return all_of_group(g, is(x));
}
template <typename G, typename T, typename P, typename = detail::when_group<G>> SYBIL_INLINE bool none_of_group(G g, T x, P is)
{
	return none_of_group(g, is(x));
}

/* ---- exchange; sub-groups only ---- */

template <typename T> SYBIL_INLINE T select_from_group(sub_group, T x, id<1> from)
{
	return detail::together<sub_group>::from(x, static_cast<uint32_t>(from[0]));
}
template <typename T> SYBIL_INLINE T shift_group_left(sub_group, T x, uint32_t by = 1)
{
	return detail::together<sub_group>::from(x, detail::device::sub_group_local_id() + by);
}
template <typename T> SYBIL_INLINE T shift_group_right(sub_group, T x, uint32_t by = 1)
{
	return detail::together<sub_group>::from(x, detail::device::sub_group_local_id() - by);
}
template <typename T> SYBIL_INLINE T permute_group_by_xor(sub_group, T x, id<1> mask)
{
	uint32_t bits = static_cast<uint32_t>(mask[0]);

	return detail::device::exchange(x, [=](uint32_t word) { return detail::device::shuffle_xor(word, bits); });
}

/* ---- values in memory ---- */

namespace detail {
template <typename P> using pointee = no_const_t<plain_t<decltype(*declare<P>())>>;
}

template <typename G, typename P, typename T, typename F, typename = detail::when_combines<G, F>>
SYBIL_INLINE T joint_reduce(G g, P first, P last, T init, F op)
{
	size_t count = static_cast<size_t>(last - first), step = detail::together<G>::count();
	T mine = detail::identity<F, T>::value();

	for (size_t i = detail::together<G>::me(); i < count; i += step)
		mine = op(mine, static_cast<T>(first[i]));
	return op(init, reduce_over_group(g, mine, op));
}
template <typename G, typename P, typename F, typename = detail::when_combines<G, F>>
SYBIL_INLINE auto joint_reduce(G g, P first, P last, F op)
{
	using T = detail::pointee<P>;
	return joint_reduce(g, first, last, detail::identity<F, T>::value(), op);
}

namespace detail {
template <bool Inclusive, typename G, typename P, typename Q, typename T, typename F>
SYBIL_INLINE Q joint_scan(G g, P first, P last, Q result, F op, T carry)
{
	size_t count = static_cast<size_t>(last - first), step = together<G>::count(), me = together<G>::me(), start = 0;

	SYBIL_NO_UNROLL
	do {
		size_t i = start + me;
		T value = i < count ? static_cast<T>(first[i]) : identity<F, T>::value();
		T sum = op(carry, inclusive_scan_over_group(g, value, op));
		T before = exclusive_scan_over_group(g, value, carry, op);

		if (i < count)
			result[i] = Inclusive ? sum : before;
		carry = together<G>::broadcast(sum, step - 1);
		start += step;
	} while (start < count);
	return result + count;
}
} // namespace detail

template <typename G, typename P, typename Q, typename F, typename T, typename = detail::when_combines<G, F>>
SYBIL_INLINE Q joint_inclusive_scan(G g, P first, P last, Q result, F op, T init)
{
	return detail::joint_scan<true>(g, first, last, result, op, init);
}
template <typename G, typename P, typename Q, typename F, typename = detail::when_combines<G, F>>
SYBIL_INLINE Q joint_inclusive_scan(G g, P first, P last, Q result, F op)
{
	return detail::joint_scan<true>(g, first, last, result, op, detail::identity<F, detail::pointee<P>>::value());
}
template <typename G, typename P, typename Q, typename T, typename F, typename = detail::when_combines<G, F>>
SYBIL_INLINE Q joint_exclusive_scan(G g, P first, P last, Q result, T init, F op)
{
	return detail::joint_scan<false>(g, first, last, result, op, init);
}
template <typename G, typename P, typename Q, typename F, typename = detail::when_combines<G, F>>
SYBIL_INLINE Q joint_exclusive_scan(G g, P first, P last, Q result, F op)
{
	return detail::joint_scan<false>(g, first, last, result, op, detail::identity<F, detail::pointee<P>>::value());
}

template <typename G, typename P, typename Is, typename = detail::when_group<G>> SYBIL_INLINE bool joint_any_of(G g, P first, P last, Is is)
{
	size_t count = static_cast<size_t>(last - first);
	bool mine = false;

	for (size_t i = detail::together<G>::me(); i < count; i += detail::together<G>::count())
		mine = mine || is(first[i]);
	return any_of_group(g, mine);
}
template <typename G, typename P, typename Is, typename = detail::when_group<G>> SYBIL_INLINE bool joint_all_of(G g, P first, P last, Is is)
{
	return !joint_any_of(g, first, last, [=](const auto &x) { return !is(x); });
}
template <typename G, typename P, typename Is, typename = detail::when_group<G>> SYBIL_INLINE bool joint_none_of(G g, P first, P last, Is is)
{
	return !joint_any_of(g, first, last, is);
}

} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
