/* sycl/detail/defs.hpp — the base of all headers: integer types, address spaces, attributes, traits.
 *
 * No C++ library is needed: types come from the compiler's macros. Host compilers read the same text without the
 * attributes. */
#pragma once
#include <sybil_names_hide.def>

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
/* as <cstdint> of the host has them, which may be included, too: SPIR's own are long long */
#if __STDC_HOSTED__ && __SIZEOF_LONG__ == 8
typedef long int64_t;
typedef unsigned long uint64_t;
#else
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
#endif

#define SYCL_IMPLEMENTATION_SYBIL 1
#define SYCL_FEATURE_SET_REDUCED 1
#ifndef SYCL_LANGUAGE_VERSION
#define SYCL_LANGUAGE_VERSION 202001
#endif

/* Which machine's functions are called. */
#ifdef __SYCL_DEVICE_ONLY__
#if defined(__NVPTX__)
#define SYBIL_DEVICE_NVPTX 1
#elif defined(__AMDGCN__)
#define SYBIL_DEVICE_AMDGCN 1
#else
#define SYBIL_DEVICE_SPIR 1
#endif
#define SYBIL_GLOBAL __attribute__((opencl_global))
#define SYBIL_LOCAL __attribute__((opencl_local))
#define SYBIL_PRIVATE __attribute__((opencl_private))
/* Memory of the work-group that no loader fills. */
#define SYBIL_LOCAL_STATIC [[clang::loader_uninitialized]] static SYBIL_LOCAL
#define SYBIL_CONVERGENT __attribute__((convergent))
#define SYBIL_SPECIAL_CLASS __attribute__((sycl_special_class))
#define SYBIL_USES_ASPECTS(...) [[__sycl_detail__::__uses_aspects__(__VA_ARGS__)]]
#define SYBIL_GLOBAL_ATTRIBUTES(...) [[__sycl_detail__::add_ir_global_variable_attributes(__VA_ARGS__)]]
#define SYBIL_PARAMETER_ATTRIBUTES(...) [[__sycl_detail__::add_ir_kernel_parameter_attributes(__VA_ARGS__)]]
#define SYBIL_FUNCTION_ATTRIBUTES(...) [[__sycl_detail__::add_ir_function_attributes(__VA_ARGS__)]]
#define SYBIL_MEMBER_ANNOTATION(...) [[__sycl_detail__::add_ir_member_annotation(__VA_ARGS__)]]
#define SYBIL_KERNEL [[clang::sycl_kernel]]
/* This spelling may also follow "template"; the plugin turns it into [[…]] before another such list. */
#define SYCL_EXTERNAL __attribute__((__sycl_external__))
#else
#define SYBIL_GLOBAL
#define SYBIL_LOCAL
#define SYBIL_PRIVATE
#define SYBIL_LOCAL_STATIC static
#define SYBIL_CONVERGENT
#define SYBIL_SPECIAL_CLASS
#define SYBIL_USES_ASPECTS(...)
#define SYBIL_GLOBAL_ATTRIBUTES(...)
#define SYBIL_PARAMETER_ATTRIBUTES(...)
#define SYBIL_FUNCTION_ATTRIBUTES(...)
#define SYBIL_MEMBER_ANNOTATION(...)
#define SYBIL_KERNEL
#define SYCL_EXTERNAL
#endif

#define SYBIL_INLINE inline __attribute__((always_inline))

namespace sycl {
inline namespace _V1 {

using byte = unsigned char;

namespace detail {

/* ---- the traits that the headers need ---- */

template <typename T, T V> struct constant {
	static constexpr T value = V;
};
template <bool B> using truth = constant<bool, B>;

template <bool B, typename T = void> struct enable {};
template <typename T> struct enable<true, T> {
	using type = T;
};
template <bool B, typename T = void> using enable_t = typename enable<B, T>::type;

template <bool B, typename Yes, typename No> struct choose {
	using type = Yes;
};
template <typename Yes, typename No> struct choose<false, Yes, No> {
	using type = No;
};
template <bool B, typename Yes, typename No> using choose_t = typename choose<B, Yes, No>::type;

template <typename A, typename B> inline constexpr bool same_v = false;
template <typename A> inline constexpr bool same_v<A, A> = true;

template <typename T, typename... Ts> inline constexpr bool one_of_v = (same_v<T, Ts> || ...);

template <typename T> struct plain {
	using type = T;
};
template <typename T> struct plain<const T> : plain<T> {};
template <typename T> struct plain<volatile T> : plain<T> {};
template <typename T> struct plain<const volatile T> : plain<T> {};
template <typename T> struct plain<T &> : plain<T> {};
template <typename T> struct plain<T &&> : plain<T> {};
template <typename T> using plain_t = typename plain<T>::type;

template <typename T> struct no_const {
	using type = T;
};
template <typename T> struct no_const<const T> {
	using type = T;
};
template <typename T> using no_const_t = typename no_const<T>::type;
template <typename T> inline constexpr bool const_v = false;
template <typename T> inline constexpr bool const_v<const T> = true;

template <typename T> inline constexpr bool pointer_v = false;
template <typename T> inline constexpr bool pointer_v<T *> = true;

template <typename T>
inline constexpr bool integer_v =
	one_of_v<no_const_t<T>, char, signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long,
		 long long, unsigned long long>;
template <typename T>
inline constexpr bool unsigned_v = integer_v<T> &&(no_const_t<T>(-1) > no_const_t<T>(0));
template <typename T> inline constexpr bool binary_float_v = one_of_v<no_const_t<T>, float, double>;

template <typename T> T &&declare() noexcept;

template <typename F, typename... Args> using result_t = decltype(declare<F>()(declare<Args>()...));

template <typename Void, typename F, typename... Args> struct callable {
	static constexpr bool value = false;
};
template <typename...> struct nothing {
	using type = void;
};
template <typename... Ts> using void_t = typename nothing<Ts...>::type;
template <typename F, typename... Args> struct callable<void_t<result_t<F, Args...>>, F, Args...> {
	static constexpr bool value = true;
};
template <typename F, typename... Args> inline constexpr bool callable_v = callable<void, F, Args...>::value;

/* Integers by size: for results of vector comparisons, and for access to bits. */
template <size_t Size> struct sized;
template <> struct sized<1> {
	using sint = int8_t;
	using uint = uint8_t;
};
template <> struct sized<2> {
	using sint = int16_t;
	using uint = uint16_t;
};
template <> struct sized<4> {
	using sint = int32_t;
	using uint = uint32_t;
};
template <> struct sized<8> {
	using sint = int64_t;
	using uint = uint64_t;
};
template <typename T> using sint_of = typename sized<sizeof(T)>::sint;
template <typename T> using uint_of = typename sized<sizeof(T)>::uint;

template <size_t... I> struct indices {};
template <size_t N, size_t... I> struct count_up : count_up<N - 1, N - 1, I...> {};
template <size_t... I> struct count_up<0, I...> {
	using type = indices<I...>;
};
template <size_t N> using indices_of = typename count_up<N>::type;

template <typename T> SYBIL_INLINE constexpr T lesser(T a, T b)
{
	return b < a ? b : a;
}
template <typename T> SYBIL_INLINE constexpr T greater(T a, T b)
{
	return a < b ? b : a;
}

} // namespace detail

/* The bits of one value as another type. */
template <typename To, typename From> SYBIL_INLINE constexpr To bit_cast(const From &from) noexcept
{
	static_assert(sizeof(To) == sizeof(From), "bit_cast needs types of the same size");
	return __builtin_bit_cast(To, from);
}

} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
