/* sycl/half.hpp — floating point numbers of 16 bits, an optional feature of devices.
 *
 * Computed in float and rounded once: for the four operations and the square root that is the correctly rounded result,
 * and it needs no library. A compiler that has instructions for it finds them. */
#pragma once
#include <sycl/aspects.hpp>
#include <sybil_names_hide.def>

namespace sycl {
inline namespace _V1 {

namespace detail::half_impl {

#if defined(SYBIL_DEVICE_NVPTX)
using storage = __fp16;
#elif defined(__SYCL_DEVICE_ONLY__)
using storage = _Float16;
#else
/* Neither type is everywhere on hosts. */
struct storage {
	uint16_t bits;

	storage() = default;
	storage(float value)
	{
		uint32_t f = bit_cast<uint32_t>(value), sign = f >> 16 & 0x8000, rest = f & 0x7fffffff;

		if (rest > 0x7f800000)
			bits = static_cast<uint16_t>(sign | 0x7e00);
		else if (rest >= 0x47800000)
			bits = static_cast<uint16_t>(sign | (rest >= 0x477ff000 ? 0x7c00 : 0));
		else if (rest < 0x38800000) /* subnormal: a float of the same unit does the rounding */
			bits = static_cast<uint16_t>(sign | (bit_cast<uint32_t>(bit_cast<float>(rest) + 0.5f) - 0x3f000000));
		else
			bits = static_cast<uint16_t>(sign | ((rest - 0x38000000 + 0xfff + (rest >> 13 & 1)) >> 13));
	}
	operator float() const
	{
		uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16, rest = bits & 0x7fff;

		if (rest >= 0x7c00)
			return bit_cast<float>(sign | 0x7f800000 | (rest & 0x3ff) << 13);
		if (rest < 0x400)
			return bit_cast<float>(sign | bit_cast<uint32_t>(static_cast<float>(rest) * 0x1p-24f));
		return bit_cast<float>(sign | ((rest << 13) + 0x38000000));
	}
};
#endif

class SYBIL_USES_ASPECTS(aspect::fp16) half {
	storage value;

public:
	half() = default;
	SYBIL_INLINE half(float f) : value(static_cast<storage>(f)) {}
	SYBIL_INLINE half(double f) : value(static_cast<storage>(static_cast<float>(f))) {}
	template <typename T, typename = enable_t<integer_v<T>>> SYBIL_INLINE half(T n) : value(static_cast<storage>(static_cast<float>(n)))
	{
	}
	SYBIL_INLINE operator float() const { return static_cast<float>(value); }

#define SYBIL_HALF(op) \
	friend SYBIL_INLINE half operator op(half a, half b) { return static_cast<float>(a) op static_cast<float>(b); } \
	template <typename T, typename = enable_t<integer_v<T>>> friend SYBIL_INLINE half operator op(half a, T b) \
	{ \
		return static_cast<float>(a) op static_cast<float>(b); \
	} \
	template <typename T, typename = enable_t<integer_v<T>>> friend SYBIL_INLINE half operator op(T a, half b) \
	{ \
		return static_cast<float>(a) op static_cast<float>(b); \
	} \
	template <typename T, typename = enable_t<binary_float_v<T>>> friend SYBIL_INLINE T operator op(half a, T b) \
	{ \
		return static_cast<T>(static_cast<float>(a)) op b; \
	} \
	template <typename T, typename = enable_t<binary_float_v<T>>> friend SYBIL_INLINE T operator op(T a, half b) \
	{ \
		return a op static_cast<T>(static_cast<float>(b)); \
	} \
	friend SYBIL_INLINE half &operator op##=(half &a, half b) { return a = a op b; }
	SYBIL_HALF(+)
	SYBIL_HALF(-)
	SYBIL_HALF(*)
	SYBIL_HALF(/)
#undef SYBIL_HALF
	friend SYBIL_INLINE half operator-(half a) { return -static_cast<float>(a); }
	friend SYBIL_INLINE half operator+(half a) { return a; }
#define SYBIL_SELF half
#define SYBIL_ONE half(1.0f)
#define SYBIL_SUCH SYBIL_INLINE
#include <sycl/detail/steps.def>
};

} // namespace detail::half_impl

using half = detail::half_impl::half;

namespace detail {
template <typename T> inline constexpr bool float_v = binary_float_v<T> || same_v<no_const_t<T>, half>;
template <typename T> inline constexpr bool arithmetic_v = float_v<T> || integer_v<T> || same_v<no_const_t<T>, bool>;
} // namespace detail

} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
