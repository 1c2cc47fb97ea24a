/* sycl/range.hpp — id, range, nd_range, item: places in an index space of one to three dimensions.
 *
 * The last dimension moves fastest. Devices count the other way round (x first): detail::id_of turns them around. */
#pragma once
#include <sycl/detail/device.hpp>
#include <sybil_names_hide.def>

namespace sycl {
inline namespace _V1 {

namespace detail {

/* The base of id and range: numbers for one to three dimensions. */
template <int Dims> struct coordinates {
	static_assert(Dims >= 1 && Dims <= 3, "an index space must have one to three dimensions");
	size_t values[Dims];

	constexpr size_t get(int dimension) const { return values[dimension]; }
	constexpr size_t &operator[](int dimension) { return values[dimension]; }
	constexpr size_t operator[](int dimension) const { return values[dimension]; }
};

/* Operators between two of a kind, and with a number on either side. */
#define SYBIL_COORDINATE_OPERATOR(type, result, op) \
	friend constexpr result<Dims> operator op(const type &a, const type &b) \
	{ \
		result<Dims> r; \
		for (int i = 0; i < Dims; i++) \
			r[i] = a[i] op b[i]; \
		return r; \
	} \
	template <typename N, typename = detail::enable_t<detail::integer_v<N>>> \
	friend constexpr result<Dims> operator op(const type &a, N b) \
	{ \
		result<Dims> r; \
		for (int i = 0; i < Dims; i++) \
			r[i] = a[i] op static_cast<size_t>(b); \
		return r; \
	} \
	template <typename N, typename = detail::enable_t<detail::integer_v<N>>> \
	friend constexpr result<Dims> operator op(N a, const type &b) \
	{ \
		result<Dims> r; \
		for (int i = 0; i < Dims; i++) \
			r[i] = static_cast<size_t>(a) op b[i]; \
		return r; \
	}
/* An id of one dimension is a number where it meets one that is not whole. */
#define SYBIL_INDEX_OPERATOR(op) \
	template <typename N, typename = detail::enable_t<Dims == 1 && detail::binary_float_v<N>>> \
	friend constexpr N operator op(const id &a, N b) \
	{ \
		return static_cast<N>(a[0]) op b; \
	} \
	template <typename N, typename = detail::enable_t<Dims == 1 && detail::binary_float_v<N>>> \
	friend constexpr N operator op(N a, const id &b) \
	{ \
		return a op static_cast<N>(b[0]); \
	}
#define SYBIL_COORDINATE_ASSIGNMENT(type, op) \
	friend constexpr type &operator op##=(type &a, const type &b) { return a = a op b; } \
	friend constexpr type &operator op##=(type &a, size_t b) { return a = a op b; }

#define SYBIL_COORDINATE_OPERATORS(type, full) \
	SYBIL_COORDINATE_OPERATOR(type, full, +) \
	SYBIL_COORDINATE_OPERATOR(type, full, -) \
	SYBIL_COORDINATE_OPERATOR(type, full, *) \
	SYBIL_COORDINATE_OPERATOR(type, full, /) \
	SYBIL_COORDINATE_OPERATOR(type, full, %) \
	SYBIL_COORDINATE_OPERATOR(type, full, <<) \
	SYBIL_COORDINATE_OPERATOR(type, full, >>) \
	SYBIL_COORDINATE_OPERATOR(type, full, &) \
	SYBIL_COORDINATE_OPERATOR(type, full, |) \
	SYBIL_COORDINATE_OPERATOR(type, full, ^) \
	SYBIL_COORDINATE_ASSIGNMENT(type, +) \
	SYBIL_COORDINATE_ASSIGNMENT(type, -) \
	SYBIL_COORDINATE_ASSIGNMENT(type, *) \
	SYBIL_COORDINATE_ASSIGNMENT(type, /) \
	SYBIL_COORDINATE_ASSIGNMENT(type, %) \
	SYBIL_COORDINATE_ASSIGNMENT(type, <<) \
	SYBIL_COORDINATE_ASSIGNMENT(type, >>) \
	SYBIL_COORDINATE_ASSIGNMENT(type, &) \
	SYBIL_COORDINATE_ASSIGNMENT(type, |) \
	SYBIL_COORDINATE_ASSIGNMENT(type, ^) \
	friend constexpr bool operator==(const type &a, const type &b) \
	{ \
		for (int i = 0; i < Dims; i++) \
			if (a[i] != b[i]) \
				return false; \
		return true; \
	} \
	friend constexpr bool operator!=(const type &a, const type &b) { return !(a == b); } \
	template <typename N, typename = detail::enable_t<Dims == 1 && detail::integer_v<N>>> \
	friend constexpr bool operator==(const type &a, N b) { return a[0] == static_cast<size_t>(b); } \
	template <typename N, typename = detail::enable_t<Dims == 1 && detail::integer_v<N>>> \
	friend constexpr bool operator!=(const type &a, N b) { return a[0] != static_cast<size_t>(b); }

/* Of one dimension they are numbers, too. No template, because a template would not convert to int. */
template <int Dims> struct index_values : coordinates<Dims> {};
template <> struct index_values<1> : coordinates<1> {
	constexpr operator size_t() const { return values[0]; }
};

} // namespace detail

template <int Dims> class item;

template <int Dims = 1> class range : public detail::coordinates<Dims> {
public:
	static constexpr int dimensions = Dims;

	constexpr range() : detail::coordinates<Dims>{} {}
	template <int D = Dims, typename = detail::enable_t<D == 1>> constexpr range(size_t a) : detail::coordinates<Dims>{ a } {}
	template <int D = Dims, typename = detail::enable_t<D == 2>>
	constexpr range(size_t a, size_t b) : detail::coordinates<Dims>{ a, b }
	{
	}
	template <int D = Dims, typename = detail::enable_t<D == 3>>
	constexpr range(size_t a, size_t b, size_t c) : detail::coordinates<Dims>{ a, b, c }
	{
	}
	constexpr size_t size() const
	{
		size_t product = 1;

		for (int i = 0; i < Dims; i++)
			product *= this->values[i];
		return product;
	}
	SYBIL_COORDINATE_OPERATORS(range, range)
};
range(size_t) -> range<1>;
range(size_t, size_t) -> range<2>;
range(size_t, size_t, size_t) -> range<3>;

template <int Dims = 1> class id : public detail::index_values<Dims> {
public:
	static constexpr int dimensions = Dims;

	constexpr id() : detail::index_values<Dims>{} {}
	template <int D = Dims, typename = detail::enable_t<D == 1>> constexpr id(size_t a) : detail::index_values<Dims>{ { a } } {}
	template <int D = Dims, typename = detail::enable_t<D == 2>>
	constexpr id(size_t a, size_t b) : detail::index_values<Dims>{ { a, b } }
	{
	}
	template <int D = Dims, typename = detail::enable_t<D == 3>>
	constexpr id(size_t a, size_t b, size_t c) : detail::index_values<Dims>{ { a, b, c } }
	{
	}
	constexpr id(const range<Dims> &r) : detail::index_values<Dims>{}
	{
		for (int i = 0; i < Dims; i++)
			this->values[i] = r[i];
	}
	constexpr id(const item<Dims> &where);
	SYBIL_COORDINATE_OPERATORS(id, id)
	SYBIL_INDEX_OPERATOR(+)
	SYBIL_INDEX_OPERATOR(-)
	SYBIL_INDEX_OPERATOR(*)
	SYBIL_INDEX_OPERATOR(/)
};
id(size_t) -> id<1>;
id(size_t, size_t) -> id<2>;
id(size_t, size_t, size_t) -> id<3>;

template <int Dims = 1> class nd_range {
	range<Dims> global_, local_;
	id<Dims> offset_;

public:
	static constexpr int dimensions = Dims;

	constexpr nd_range(range<Dims> global, range<Dims> local, id<Dims> offset = id<Dims>())
		: global_(global), local_(local), offset_(offset)
	{
	}
	constexpr range<Dims> get_global_range() const { return global_; }
	constexpr range<Dims> get_local_range() const { return local_; }
	constexpr id<Dims> get_offset() const { return offset_; }
	constexpr range<Dims> get_group_range() const { return global_ / local_; }
	friend constexpr bool operator==(const nd_range &a, const nd_range &b)
	{
		return a.global_ == b.global_ && a.local_ == b.local_ && a.offset_ == b.offset_;
	}
	friend constexpr bool operator!=(const nd_range &a, const nd_range &b) { return !(a == b); }
};
template <int Dims> nd_range(range<Dims>, range<Dims>) -> nd_range<Dims>;
template <int Dims> nd_range(range<Dims>, range<Dims>, id<Dims>) -> nd_range<Dims>;

namespace detail {

template <int Dims> SYBIL_INLINE constexpr size_t linear(const coordinates<Dims> &at, const coordinates<Dims> &size)
{
	size_t place = at[0];

	for (int i = 1; i < Dims; i++)
		place = place * size[i] + at[i];
	return place;
}

/* A query of the device for each dimension, in reverse order. */
template <template <int> class What, int Dims, typename Query> SYBIL_INLINE What<Dims> ask(Query query)
{
	What<Dims> answer;

	for (int i = 0; i < Dims; i++)
		answer[i] = query(Dims - 1 - i);
	return answer;
}

} // namespace detail

namespace detail {
template <int Dims> struct item_index {
	id<Dims> index;
};
template <> struct item_index<1> {
	id<1> index;
	constexpr operator size_t() const { return index[0]; }
};
} // namespace detail

/* One place of a simple index space. */
template <int Dims = 1> class item : public detail::item_index<Dims> {
	using detail::item_index<Dims>::index;
	range<Dims> extent;
	id<Dims> offset;

public:
	static constexpr int dimensions = Dims;

	constexpr item(const range<Dims> &extent_, const id<Dims> &index_, const id<Dims> &offset_ = id<Dims>())
		: detail::item_index<Dims>{ index_ }, extent(extent_), offset(offset_)
	{
	}
	constexpr id<Dims> get_id() const { return index; }
	constexpr size_t get_id(int dimension) const { return index[dimension]; }
	constexpr size_t operator[](int dimension) const { return index[dimension]; }
	constexpr range<Dims> get_range() const { return extent; }
	constexpr size_t get_range(int dimension) const { return extent[dimension]; }
	constexpr id<Dims> get_offset() const { return offset; }
	constexpr size_t get_linear_id() const { return detail::linear<Dims>(index - offset, extent); }
	friend constexpr bool operator==(const item &a, const item &b)
	{
		return a.extent == b.extent && a.index == b.index && a.offset == b.offset;
	}
	friend constexpr bool operator!=(const item &a, const item &b) { return !(a == b); }
};

template <int Dims> constexpr id<Dims>::id(const item<Dims> &where) : id(where.get_id()) {}

namespace detail {

template <int Dims> SYBIL_INLINE item<Dims> this_item()
{
	return { ask<range, Dims>([](int d) { return device::global_size(d); }), ask<id, Dims>([](int d) { return device::global_id(d); }), ask<id, Dims>([](int d) { return device::global_offset(d); }) };
}

} // namespace detail

} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
