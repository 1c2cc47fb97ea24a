/* sycl/vec.hpp — short vectors of 1, 2, 3, 4, 8 or 16 elements: operators, conversions, swizzles.
 *
 * Vectors have OpenCL's layout: aligned to their size, with the size of four elements for three. */
#pragma once
#include <sycl/multi_ptr.hpp>
#include <sycl/half.hpp>
#include <sybil_names_hide.def>

namespace sycl {
inline namespace _V1 {

enum class rounding_mode { automatic = 0, rte = 1, rtz = 2, rtp = 3, rtn = 4 };

struct elem {
	static constexpr int x = 0, y = 1, z = 2, w = 3, r = 0, g = 1, b = 2, a = 3;
	static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7;
	static constexpr int s8 = 8, s9 = 9, sA = 10, sB = 11, sC = 12, sD = 13, sE = 14, sF = 15;
};

template <typename T, int N> class vec;

namespace detail {

/* ---- conversion of one element ---- */

template <typename F> SYBIL_INLINE F rounded(F value, rounding_mode mode)
{
	constexpr F exact = sizeof(F) == 8 ? F(4503599627370496.0) : F(8388608.0f);
	F whole = value < 0 ? -value : value, cut;

	if (!(whole < exact))
		return value;
	cut = static_cast<F>(static_cast<int64_t>(value));
	if (mode == rounding_mode::rtp)
		return cut < value ? cut + 1 : cut;
	if (mode == rounding_mode::rtn)
		return cut > value ? cut - 1 : cut;
	if (mode == rounding_mode::rte) {
		F rest = value < cut ? cut - value : value - cut, step = value < 0 ? F(-1) : F(1);
		bool odd = static_cast<int64_t>(cut) & 1;

		return rest > F(0.5) || (rest == F(0.5) && odd) ? cut + step : cut;
	}
	return cut;
}

template <typename To, rounding_mode Mode, typename From> SYBIL_INLINE To convert_element(From from)
{
	if constexpr (same_v<From, half> && !same_v<To, half>)
		return convert_element<To, Mode>(static_cast<float>(from));
	else if constexpr (binary_float_v<From> && integer_v<To>)
		return static_cast<To>(rounded(from, Mode == rounding_mode::automatic ? rounding_mode::rte : Mode)); /* as DPC++ */
	else
		return static_cast<To>(from);
}

/* ---- some elements of a vector, to be read or assigned ---- */

template <typename V, int... I> class swizzle {
	V &whole;

public:
	using element_type = typename V::element_type;
	using value_type = vec<element_type, static_cast<int>(sizeof...(I))>;

	explicit SYBIL_INLINE swizzle(V &of) : whole(of) {}
	swizzle(const swizzle &) = default;
	SYBIL_INLINE operator value_type() const { return value_type(whole[I]...); }
	SYBIL_INLINE value_type value() const { return *this; }
	template <size_t M = sizeof...(I), typename = enable_t<M == 1>> SYBIL_INLINE operator element_type() const
	{
		return value()[0];
	}
	SYBIL_INLINE element_type operator[](int i) const { return value()[i]; }
	SYBIL_INLINE const swizzle &operator=(const value_type &from) const
	{
		constexpr int at[] = { I... };

		for (int i = 0; i < static_cast<int>(sizeof...(I)); i++)
			whole[at[i]] = from[i];
		return *this;
	}
	SYBIL_INLINE const swizzle &operator=(const swizzle &from) const { return *this = from.value(); }
	SYBIL_INLINE const swizzle &operator=(const element_type &all) const { return *this = value_type(all); }

#define ARITHMETIC(op) \
	template <typename B> friend SYBIL_INLINE auto operator op(const swizzle &a, const B &b) { return a.value() op b; } \
	friend SYBIL_INLINE auto operator op(const value_type &a, const swizzle &b) { return a op b.value(); } \
	friend SYBIL_INLINE auto operator op(const element_type &a, const swizzle &b) { return a op b.value(); } \
	template <typename B> friend SYBIL_INLINE const swizzle &operator op##=(const swizzle &a, const B &b) \
	{ \
		return a = a.value() op b; \
	}
/* With both orders of each pair, or C++20 would turn one around, which needs an answer that is a bool. */
#define COMPARISON(op) \
	template <typename B> friend SYBIL_INLINE auto operator op(const swizzle &a, const B &b) { return a.value() op b; } \
	friend SYBIL_INLINE auto operator op(const swizzle &a, const value_type &b) { return a.value() op b; } \
	friend SYBIL_INLINE auto operator op(const swizzle &a, const element_type &b) { return a.value() op b; } \
	friend SYBIL_INLINE auto operator op(const value_type &a, const swizzle &b) { return a op b.value(); } \
	friend SYBIL_INLINE auto operator op(const element_type &a, const swizzle &b) { return a op b.value(); }
#define OPERATOR(op, kind) kind(op)
#include <sycl/detail/operators.def>
#undef OPERATOR
#undef ARITHMETIC
#undef COMPARISON
	friend SYBIL_INLINE value_type operator-(const swizzle &a) { return -a.value(); }
};

template <typename V> inline constexpr int length_v = 1;
template <typename T, int N> inline constexpr int length_v<vec<T, N>> = N;
template <typename V, int... I> inline constexpr int length_v<swizzle<V, I...>> = static_cast<int>(sizeof...(I));

} // namespace detail

template <typename T, int N> class vec {
	static_assert(N == 1 || N == 2 || N == 3 || N == 4 || N == 8 || N == 16, "a vector must have 1, 2, 3, 4, 8 or 16 elements");
	static constexpr int room = N == 3 ? 4 : N;
	alignas(room * sizeof(T) > 64 ? 64 : room * sizeof(T)) T values[room];

	SYBIL_INLINE constexpr void put(int &at, const T &a) { values[at++] = a; }
	template <typename U, int M> SYBIL_INLINE constexpr void put(int &at, const vec<U, M> &a)
	{
		for (int i = 0; i < M; i++)
			values[at++] = a[i];
	}
	template <typename V, int... I> SYBIL_INLINE constexpr void put(int &at, const detail::swizzle<V, I...> &a)
	{
		put(at, a.value());
	}

public:
	using element_type = T;
	using value_type = T;
	using vector_t = vec;

	SYBIL_INLINE constexpr vec() : values{} {}
	explicit SYBIL_INLINE constexpr vec(const T &all) : values{}
	{
		for (int i = 0; i < N; i++)
			values[i] = all;
	}
	template <typename A, typename B, typename... Rest,
		  typename = detail::enable_t<(detail::length_v<Rest> + ... + (detail::length_v<A> + detail::length_v<B>)) == N>>
	SYBIL_INLINE constexpr vec(const A &a, const B &b, const Rest &...rest) : values{}
	{
		int at = 0;

		put(at, a);
		put(at, b);
		(put(at, rest), ...);
	}
	vec(const vec &) = default;
	vec &operator=(const vec &) = default;
	SYBIL_INLINE constexpr vec &operator=(const T &all) { return *this = vec(all); }

	static constexpr size_t size() noexcept { return N; }
	static constexpr size_t get_count() { return N; }
	static constexpr size_t byte_size() noexcept { return sizeof(vec); }
	static constexpr size_t get_size() { return sizeof(vec); }
	SYBIL_INLINE constexpr T &operator[](int i) { return values[i]; }
	SYBIL_INLINE constexpr const T &operator[](int i) const { return values[i]; }
	template <int M = N, typename = detail::enable_t<M == 1>> SYBIL_INLINE constexpr operator T() const { return values[0]; }

	template <typename To, rounding_mode Mode = rounding_mode::automatic> SYBIL_INLINE vec<To, N> convert() const
	{
		vec<To, N> r;

		for (int i = 0; i < N; i++)
			r[i] = detail::convert_element<To, Mode>(values[i]);
		return r;
	}
	template <typename To> SYBIL_INLINE To as() const
	{
		static_assert(sizeof(To) == sizeof(vec), "as() needs a vector of the same size");
		return bit_cast<To>(*this);
	}

	SYBIL_INLINE void load(size_t place, const T *from)
	{
		for (int i = 0; i < N; i++)
			values[i] = from[place * N + i];
	}
	SYBIL_INLINE void store(size_t place, T *to) const
	{
		for (int i = 0; i < N; i++)
			to[place * N + i] = values[i];
	}
	template <typename U, access::address_space Space, access::decorated D>
	SYBIL_INLINE void load(size_t place, multi_ptr<U, Space, D> from)
	{
		load(place, from.get_raw());
	}
	template <access::address_space Space, access::decorated D> SYBIL_INLINE void store(size_t place, multi_ptr<T, Space, D> to) const
	{
		store(place, to.get_raw());
	}

	/* ---- elements by name ---- */

#define SYBIL_ELEMENT(name, index) \
	SYBIL_INLINE constexpr T &name() \
	{ \
		static_assert(index < N, "the vector has no such element"); \
		return values[index]; \
	} \
	SYBIL_INLINE constexpr T name() const \
	{ \
		static_assert(index < N, "the vector has no such element"); \
		return values[index]; \
	}
#include <sycl/detail/elements.def>
#undef SYBIL_ELEMENT

	template <int... I> SYBIL_INLINE detail::swizzle<vec, I...> swizzle() { return detail::swizzle<vec, I...>(*this); }
	template <int... I> SYBIL_INLINE detail::swizzle<const vec, I...> swizzle() const
	{
		return detail::swizzle<const vec, I...>(*this);
	}

private:
	template <typename V, int Start, int Step, size_t... I> static SYBIL_INLINE auto every(V &v, detail::indices<I...>)
	{
		return detail::swizzle<V, (Start + Step * static_cast<int>(I))...>(v);
	}
	using half_of = detail::indices_of<(room + 1) / 2>;

public:
	SYBIL_INLINE auto lo() { return every<vec, 0, 1>(*this, half_of()); }
	SYBIL_INLINE auto lo() const { return every<const vec, 0, 1>(*this, half_of()); }
	SYBIL_INLINE auto hi() { return every<vec, room / 2, 1>(*this, half_of()); }
	SYBIL_INLINE auto hi() const { return every<const vec, room / 2, 1>(*this, half_of()); }
	SYBIL_INLINE auto even() { return every<vec, 0, 2>(*this, half_of()); }
	SYBIL_INLINE auto even() const { return every<const vec, 0, 2>(*this, half_of()); }
	SYBIL_INLINE auto odd() { return every<vec, 1, 2>(*this, half_of()); }
	SYBIL_INLINE auto odd() const { return every<const vec, 1, 2>(*this, half_of()); }

#define SYBIL_SWIZZLE(name, ...) \
	SYBIL_INLINE auto name() { return swizzle<__VA_ARGS__>(); } \
	SYBIL_INLINE auto name() const { return swizzle<__VA_ARGS__>(); }
#include <sycl/detail/swizzles.def>
#undef SYBIL_SWIZZLE

	/* ---- operators ---- */

	/* True is all bits, in a whole number of the element's size. */
	using truth_type = detail::sint_of<T>;
#define SYBIL_SELF vec
#define SYBIL_TRUTHS vec<detail::sint_of<T>, N>
#define SYBIL_TRUTH(x) static_cast<truth_type>((x) ? -1 : 0)
#include <sycl/detail/elementwise.def>
};

template <typename T, typename... Ts> vec(T, Ts...) -> vec<T, static_cast<int>(sizeof...(Ts)) + 1>;

#define VECTOR(type, name) \
	using name##2 = vec<type, 2>; \
	using name##3 = vec<type, 3>; \
	using name##4 = vec<type, 4>; \
	using name##8 = vec<type, 8>; \
	using name##16 = vec<type, 16>;
#define ARRAY(type, name)
#define SCALAR(type, name, where) where(type, name)
#include <sycl/detail/types.def>
#undef SCALAR
#undef ARRAY
#undef VECTOR

} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
