/* sycl/marray.hpp — arrays of any length with arithmetic, element by element. */
#pragma once
#include <sycl/half.hpp>
#include <sybil_names_hide.def>

namespace sycl {
inline namespace _V1 {

template <typename T, size_t N> class marray {
	static_assert(N > 0, "an marray must have at least one element");
	T values[N];

	template <typename A> SYBIL_INLINE constexpr void put(size_t &at, const A &a) { values[at++] = static_cast<T>(a); }
	template <typename A, size_t M> SYBIL_INLINE constexpr void put(size_t &at, const marray<A, M> &a)
	{
		for (size_t i = 0; i < M; i++)
			values[at++] = static_cast<T>(a[i]);
	}

public:
	using value_type = T;
	using reference = T &;
	using const_reference = const T &;
	using iterator = T *;
	using const_iterator = const T *;

	constexpr marray() : values{} {}
	explicit constexpr marray(const T &all) : values{}
	{
		for (size_t i = 0; i < N; i++)
			values[i] = all;
	}
	template <typename A, typename B, typename... Rest> constexpr marray(const A &a, const B &b, const Rest &...rest) : values{}
	{
		size_t at = 0;

		put(at, a);
		put(at, b);
		(put(at, rest), ...);
	}
	marray(const marray &) = default;
	marray &operator=(const marray &) = default;
	constexpr marray &operator=(const T &all) { return *this = marray(all); }

	static constexpr size_t size() noexcept { return N; }
	constexpr T &operator[](size_t i) { return values[i]; }
	constexpr const T &operator[](size_t i) const { return values[i]; }
	constexpr T *begin() { return values; }
	constexpr T *end() { return values + N; }
	constexpr const T *begin() const { return values; }
	constexpr const T *end() const { return values + N; }
	template <size_t M = N, typename = detail::enable_t<M == 1>> constexpr operator T() const { return values[0]; }

#define SYBIL_SELF marray
#define SYBIL_TRUTHS marray<bool, N>
#define SYBIL_TRUTH(x) static_cast<bool>(x)
#include <sycl/detail/elementwise.def>
};

template <typename T, typename... Ts> marray(T, Ts...) -> marray<T, sizeof...(Ts) + 1>;

#define SCALAR(type, name, where) \
	using m##name##2 = marray<type, 2>; \
	using m##name##3 = marray<type, 3>; \
	using m##name##4 = marray<type, 4>; \
	using m##name##8 = marray<type, 8>; \
	using m##name##16 = marray<type, 16>;
#include <sycl/detail/types.def>
#undef SCALAR

} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
