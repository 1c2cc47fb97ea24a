/* sycl/ext/properties.hpp — compile-time properties, and lists of them.
 *
 * A property has a key with its name in IR (`meta_name`), and values, which are one value in IR (`meta_value`).
 * Passes know the meaning of properties. sycl::ext::oneapi has the spellings of the design document
 * (`host_access_v<…>` in a property_list), sycl::ext::oneapi::experimental those of DPC++'s extensions
 * (`host_access_read` in properties). */
#pragma once
#include <sycl/aspects.hpp>
#include <sybil_names_hide.def>

namespace sycl {
inline namespace _V1 {

namespace detail {

/* "8,16": numbers as the text of an attribute, character by character. */
template <size_t... Numbers> struct written {
	static constexpr size_t digits(size_t n) { return n < 10 ? 1 : 1 + digits(n / 10); }
	static constexpr size_t size = (digits(Numbers) + ... + sizeof...(Numbers));
	static constexpr char at(size_t place)
	{
		size_t start = 0;
		char found = 0;

		((found = place >= start && place < start + digits(Numbers) ? digit(Numbers, start + digits(Numbers) - 1 - place) :
			  place == start + digits(Numbers) && place + 1 < size	    ? ',' :
										      found,
		  start += digits(Numbers) + 1),
		 ...);
		return found;
	}
	static constexpr char digit(size_t n, size_t from_end)
	{
		while (from_end--)
			n /= 10;
		return static_cast<char>('0' + n % 10);
	}
};
template <typename Written, typename I> struct written_text;
template <typename Written, size_t... I> struct written_text<Written, indices<I...>> {
	static constexpr char text[] = { Written::at(I)..., 0 };
	static constexpr const char *value = text;
};
template <size_t... Numbers> struct number_text : written_text<written<Numbers...>, indices_of<written<Numbers...>::size>> {
	static constexpr size_t number(size_t place)
	{
		constexpr size_t all[] = { Numbers..., 0 };

		return all[place];
	}
};

/* The sizes of a group: one to three, none of them 0. */
template <size_t... Sizes> struct sizes_text : number_text<Sizes...> {
	static_assert(sizeof...(Sizes) >= 1 && sizeof...(Sizes) <= 3, "a work-group has one to three dimensions");
	static_assert(((Sizes != 0) && ...), "the size of a work-group must not be 0");
};
template <typename T, T Size> struct size_constant : constant<T, Size> {
	static_assert(Size != 0, "a size must not be 0");
};

/* The name and value of a property in IR, without references and const. */
template <typename P> using property_of = plain_t<P>;

} // namespace detail

namespace ext::oneapi {

/* A property with its value: a type whose Value::value is the value in IR. */
template <typename Key, typename Value> struct property_value {
	using key_t = Key;
	using value_t = property_value;
	static constexpr const char *meta_name = Key::name;
	static constexpr auto meta_value = Value::value;
	static constexpr auto value = Value::value;

	/* one of several numbers */
	template <typename V = Value> constexpr auto operator[](size_t place) const -> decltype(V::number(place))
	{
		return V::number(place);
	}
};
struct no_value {
	static constexpr const char *value = "";
};

template <typename P> inline constexpr bool is_property_value_v = false;
template <typename Key, typename Value> inline constexpr bool is_property_value_v<property_value<Key, Value>> = true;
template <typename P> inline constexpr bool is_property_value_v<const P> = is_property_value_v<P>;
template <typename P> struct is_property_value : detail::truth<is_property_value_v<P>> {};

/* The base of all keys. */
struct property_key {};
template <typename T> inline constexpr bool is_property_key_v = __is_base_of(property_key, T);
template <typename T> struct is_property_key : detail::truth<is_property_key_v<T>> {};

namespace property_detail {

template <typename Key, typename... Props> struct find {
	using type = void;
};
template <typename Key, typename P, typename... Props> struct find<Key, P, Props...> {
	using type = detail::choose_t<detail::same_v<Key, typename P::key_t>, P, typename find<Key, Props...>::type>;
};
template <typename... Keys> inline constexpr bool differ_v = true;
template <typename Key, typename... Keys>
inline constexpr bool differ_v<Key, Keys...> = !detail::one_of_v<Key, Keys...> && differ_v<Keys...>;

} // namespace property_detail

/* Several properties, each of another key. */
template <typename... Props> class property_list {
	static_assert(property_detail::differ_v<typename Props::key_t...>, "a property list must not have two properties with the same key");

public:
	constexpr property_list() = default;
	template <typename... Ps, typename = detail::enable_t<sizeof...(Ps) == sizeof...(Props) && sizeof...(Ps) != 0>>
	constexpr property_list(const Ps &...)
	{
	}
	template <typename Key> static constexpr bool has_property()
	{
		return !detail::same_v<typename property_detail::find<Key, Props...>::type, void>;
	}
	template <typename Key> static constexpr auto get_property()
	{
		static_assert(has_property<Key>(), "the list has no such property");
		return typename property_detail::find<Key, Props...>::type();
	}
};
template <typename... Props> property_list(const Props &...) -> property_list<Props...>;
template <typename... Props> using property_list_t = property_list<Props...>;

namespace experimental {
/* Names of kernels contain these classes where a parameter has properties, so they have DPC++'s names. */
namespace detail {
template <typename... Props> struct properties_type_list;
}
template <typename List> class properties;
template <typename... Props> class properties<detail::properties_type_list<Props...>> : public property_list<Props...> {
public:
	constexpr properties() = default;
	template <typename... Ps, typename = sycl::detail::enable_t<sizeof...(Ps) == sizeof...(Props) && sizeof...(Ps) != 0>>
	constexpr properties(const Ps &...)
	{
	}
};
template <typename... Props> properties(const Props &...) -> properties<detail::properties_type_list<Props...>>;
using empty_properties_t = properties<detail::properties_type_list<>>;
using oneapi::is_property_value;
using oneapi::is_property_value_v;
using oneapi::property_value;

/* A functor hands its properties out: auto get(properties_tag) const. */
struct properties_tag {};
} // namespace experimental

/* Properties of an accessor, by DPC++'s name. */
template <typename... Props> class accessor_property_list : public property_list<Props...> {
public:
	using property_list<Props...>::property_list;
};
template <typename... Props> accessor_property_list(const Props &...) -> accessor_property_list<Props...>;

/* A list of any kind as a property_list. */
namespace property_detail {
template <typename List> struct plain;
template <template <typename...> class List, typename... Props> struct plain<List<Props...>> {
	using type = property_list<Props...>;
};
template <typename... Props> struct plain<experimental::properties<experimental::detail::properties_type_list<Props...>>> {
	using type = property_list<Props...>;
};
template <typename List> using plain_t = typename plain<List>::type;
} // namespace property_detail

template <typename T> inline constexpr bool is_property_list_v = false;
template <typename... Ps> inline constexpr bool is_property_list_v<property_list<Ps...>> = true;
template <typename... Ps> inline constexpr bool is_property_list_v<accessor_property_list<Ps...>> = true;
template <typename List> inline constexpr bool is_property_list_v<experimental::properties<List>> = true;
template <typename T> struct is_property_list : detail::truth<is_property_list_v<T>> {};

/* ---- keys, as the design document spells them ---- */

#define SYBIL_FLAG(key, text) \
	struct key : property_key { \
		static constexpr const char *name = text; \
		using value_t = property_value<key, no_value>; \
	}; \
	inline constexpr key::value_t key##_v;
#define SYBIL_CONSTANT(key, text, type, constant) \
	struct key : property_key { \
		static constexpr const char *name = text; \
		template <type N> using value_t = property_value<key, constant<type, N>>; \
	}; \
	template <type N> inline constexpr key::value_t<N> key##_v;
#define SYBIL_NUMBER(key, text, type) SYBIL_CONSTANT(key, text, type, detail::constant)
#define SYBIL_SIZE(key, text, type) SYBIL_CONSTANT(key, text, type, detail::size_constant)
#define SYBIL_NUMBERS(key, text) \
	struct key : property_key { \
		static constexpr const char *name = text; \
		template <size_t... N> using value_t = property_value<key, detail::sizes_text<N...>>; \
	}; \
	template <size_t... N> inline constexpr key::value_t<N...> key##_v;
#include <sycl/detail/properties.def>
#undef SYBIL_FLAG
#undef SYBIL_NUMBER
#undef SYBIL_CONSTANT
#undef SYBIL_SIZE
#undef SYBIL_NUMBERS

struct device_has : property_key {
	static constexpr const char *name = "sycl-device-has";
	template <aspect... As>
	using value_t = property_value<device_has, detail::number_text<static_cast<size_t>(As)...>>;
};
template <aspect... As> inline constexpr device_has::value_t<As...> device_has_v;

struct host_access : property_key {
	enum class access { read, write, read_write, none };
	static constexpr const char *name = "sycl-host-access";
	template <access A> struct text {
		static constexpr const char *value = A == access::read	     ? "read" :
						     A == access::write	     ? "write" :
						     A == access::read_write ? "read_write" :
									       "none";
	};
	template <access A> using value_t = property_value<host_access, text<A>>;
};
template <host_access::access A> inline constexpr host_access::value_t<A> host_access_v;

struct init_mode : property_key {
	enum class trigger { reprogram = 0, reset = 1 };
	static constexpr const char *name = "sycl-init-mode";
	template <trigger T> using value_t = property_value<init_mode, detail::constant<int, static_cast<int>(T)>>;
};
template <init_mode::trigger T> inline constexpr init_mode::value_t<T> init_mode_v;

/* ---- as today's extensions spell them ---- */

namespace experimental {

using oneapi::is_property_list;
using oneapi::is_property_list_v;

#define SYBIL_FLAG(key, text) \
	using key##_key = oneapi::key; \
	inline constexpr oneapi::key::value_t key;
#define SYBIL_NUMBER(key, text, type) \
	using key##_key = oneapi::key; \
	template <type N> inline constexpr oneapi::key::value_t<N> key;
#define SYBIL_SIZE SYBIL_NUMBER
#define SYBIL_NUMBERS(key, text) \
	using key##_key = oneapi::key; \
	template <size_t... N> inline constexpr oneapi::key::value_t<N...> key;
#define SYBIL_TODAY 1
#include <sycl/detail/properties.def>
#undef SYBIL_TODAY
#undef SYBIL_FLAG
#undef SYBIL_NUMBER
#undef SYBIL_SIZE
#undef SYBIL_NUMBERS
using device_has_key = oneapi::device_has;
template <aspect... As> inline constexpr oneapi::device_has::value_t<As...> device_has;

using host_access_enum = oneapi::host_access::access;
using host_access_key = oneapi::host_access;
template <host_access_enum A> inline constexpr oneapi::host_access::value_t<A> host_access;
inline constexpr oneapi::host_access::value_t<host_access_enum::read> host_access_read;
inline constexpr oneapi::host_access::value_t<host_access_enum::write> host_access_write;
inline constexpr oneapi::host_access::value_t<host_access_enum::read_write> host_access_read_write;
inline constexpr oneapi::host_access::value_t<host_access_enum::none> host_access_none;

} // namespace experimental
} // namespace ext::oneapi

namespace ext::intel::experimental {
using grf_size_key = oneapi::grf_size;
template <unsigned N> inline constexpr oneapi::grf_size::value_t<N> grf_size;
} // namespace ext::intel::experimental

} // namespace _V1
} // namespace sycl

/* A property of a function: SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((nd_range_kernel<1>)) void f(float *x). */
#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(property) \
	[[__sycl_detail__::add_ir_function_attributes(::sycl::detail::property_of<decltype property>::meta_name, \
						      ::sycl::detail::property_of<decltype property>::meta_value)]]
#else
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(property)
#endif

#include <sybil_names_show.def>
