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

/* One array per type: two places for each work-item, because a scan reads one while it writes the other, and one more. */
template <typename T> SYBIL_INLINE T *shared_places()
{
	SYBIL_LOCAL_STATIC bytes_of<T> places[2 * team + 1];

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

/* Call a function with the place of a work-item and the number of those before its team, if it is its turn. Drivers
 * vectorize a group much better when its work-items have consecutive places without conditions, so the common case is
 * separate. */
template <typename F> SYBIL_INLINE void in_turn(size_t me, size_t start, size_t count, F use)
{
	if (count <= team)
		use(me, size_t(0));
	else if (me - start < team)
		use(me - start, start);
}

/* The first work-items combine a column each. With constant sizes, there are no conditions inside the loop. */
template <typename T, typename F> SYBIL_INLINE void fold_columns(T *places, size_t me, size_t columns, size_t used, F op)
{
	if (me >= columns)
		return;
	T all = places[me];
	for (size_t above = columns; above < used; above += columns)
		if (used % columns == 0 || me + above < used)
			all = op(all, places[me + above]);
	places[me] = all;
}

/* Work-items take places in turn, some of them combine a column each, and one combines the results of the columns.
 * Drivers that turn a group into loops between barriers duplicate the code after a barrier that a path can skip, so
 * loops with a barrier run at least once. */
template <typename T, typename F> SYBIL_INLINE T fold(size_t me, size_t count, T value, F op)
{
	T *places = shared_places<T>();
	size_t used = lesser(count, team), start = 0;

	SYBIL_NO_UNROLL
	do {
		in_turn(me, start, count, [&](size_t place, size_t earlier) { places[place] = earlier ? op(places[place], value) : value; });
		meet();
		start += team;
	} while (start < count);
	if (used == team)
		fold_columns(places, me, team_row, team, op);
	else
		fold_columns(places, me, team_row, used, op);
	meet();
	if (used == team)
		fold_columns(places, me, 1, team_row, op);
	else
		fold_columns(places, me, 1, lesser(used, team_row), op);
	meet();
	T result = places[0];
	meet();
	return result;
}

/* One step of a scan: the value of a place after the values of the three that are 1, 2 and 3 distances before it. */
template <typename T, typename F> SYBIL_INLINE T scan_step(const T *from, size_t place, size_t distance, F op)
{
	T all = from[place];

	for (size_t back = distance; back < 4 * distance; back += distance)
		if (place >= back)
			all = op(from[place - back], all);
	return all;
}

/* What a work-item learns from a scan. The first one has no values before it: there, `before` means nothing. */
template <typename T> struct scanned {
	T sum, before, total;
};

/* In order: one team after the other; the first value of a team includes the results of the previous ones. In a team, each
 * step combines four times as many values as the previous one. */
template <typename T, typename F> SYBIL_INLINE scanned<T> running(size_t me, size_t count, T value, F op)
{
	T *places = shared_places<T>(), *others = places + team, *carry = others + team;
	scanned<T> result = { value, value, value };
	size_t start = 0;

	SYBIL_NO_UNROLL
	do {
		in_turn(me, start, count, [&](size_t place, size_t earlier) {
			if (earlier && !place)
				result.before = *carry;
			places[place] = earlier && !place ? op(*carry, value) : value;
		});
		meet();
		in_turn(me, start, count, [&](size_t place, size_t) { others[place] = scan_step(places, place, 1, op); });
		meet();
		in_turn(me, start, count, [&](size_t place, size_t) { places[place] = scan_step(others, place, 4, op); });
		meet();
		in_turn(me, start, count, [&](size_t place, size_t) { others[place] = scan_step(places, place, 16, op); });
		meet();
		in_turn(me, start, count, [&](size_t place, size_t earlier) {
			places[place] = scan_step(others, place, 64, op);
			if (earlier + team < count && place == team - 1)
				*carry = places[place];
		});
		meet();
		in_turn(me, start, count, [&](size_t place, size_t) {
			result.sum = places[place];
			if (place)
				result.before = places[place - 1];
		});
		result.total = places[lesser(count - start, team) - 1];
		meet();
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
	template <typename T, typename F> static SYBIL_INLINE T sum(T value, F op) { return scan(value, op).sum; }
	template <typename T, typename F> static SYBIL_INLINE scanned<T> scan(T value, F op) { return running(me(), count(), value, op); }
	template <typename T> static SYBIL_INLINE T broadcast(T value, size_t from) { return hand_out(me() == from, value); }
};

template <> struct together<sub_group> {
	static SYBIL_INLINE uint32_t me() { return device::sub_group_local_id(); }
	static SYBIL_INLINE uint32_t count() { return device::sub_group_size(); }
	template <typename T> static SYBIL_INLINE T from(T value, uint32_t lane)
	{
		return device::exchange(value, [=](uint32_t word) { return device::shuffle(word, lane); });
	}
	template <typename T, typename F> static SYBIL_INLINE T sum(T value, F op)
	{
		for (uint32_t step = 1; step < count(); step *= 2) {
			T other = from(value, me() >= step ? me() - step : me());

			if (me() >= step)
				value = op(other, value);
		}
		return value;
	}
	template <typename T, typename F> static SYBIL_INLINE scanned<T> scan(T value, F op)
	{
		value = sum(value, op);
		return { value, from(value, me() ? me() - 1 : 0), from(value, count() - 1) };
	}
	template <typename T, typename F> static SYBIL_INLINE T reduce(T value, F op) { return from(sum(value, op), count() - 1); }
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
	return detail::together<G>::sum(x, op);
}
template <typename G, typename V, typename F, typename T, typename = detail::when_combines<G, F>>
SYBIL_INLINE T inclusive_scan_over_group(G g, V x, F op, T init)
{
	return op(init, inclusive_scan_over_group(g, static_cast<T>(x), op));
}
template <typename G, typename V, typename T, typename F, typename = detail::when_combines<G, F>>
SYBIL_INLINE T exclusive_scan_over_group(G, V x, T init, F op)
{
	T before = detail::together<G>::scan(static_cast<T>(x), op).before;

	return detail::together<G>::me() ? op(init, before) : init;
}
template <typename G, typename T, typename F, typename = detail::when_combines<G, F>>
SYBIL_INLINE T exclusive_scan_over_group(G, T x, F op)
{
	T before = detail::together<G>::scan(x, op).before;

	return detail::together<G>::me() ? before : detail::identity<F, T>::value();
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
SYBIL_INLINE Q joint_scan(G, P first, P last, Q result, F op, T carry)
{
	size_t count = static_cast<size_t>(last - first), step = together<G>::count(), me = together<G>::me(), start = 0;

	SYBIL_NO_UNROLL
	do {
		size_t i = start + me;
		scanned<T> all = together<G>::scan(i < count ? static_cast<T>(first[i]) : identity<F, T>::value(), op);

		if (i < count)
			result[i] = Inclusive ? op(carry, all.sum) : me ? op(carry, all.before) : carry;
		carry = op(carry, all.total);
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
