/* sycl/multi_ptr.hpp — pointers that know their address space. */
#pragma once
#include <sycl/detail/defs.hpp>
#include <sybil_names_hide.def>

namespace sycl {
inline namespace _V1 {

namespace access {
enum class address_space : int {
	private_space = 0,
	global_space = 1,
	constant_space = 2,
	local_space = 3,
	generic_space = 4
};
enum class decorated : int { no = 0, yes = 1, legacy = 2 };
} // namespace access

namespace detail {

template <typename T, access::address_space Space> struct in_space {
	using pointer = T *;
	using reference = T &;
};
#ifdef __SYCL_DEVICE_ONLY__
#define SYBIL_IN_SPACE(space, attribute) \
	template <typename T> struct in_space<T, access::address_space::space> { \
		using pointer = attribute T *; \
		using reference = attribute T &; \
	};
SYBIL_IN_SPACE(global_space, SYBIL_GLOBAL)
SYBIL_IN_SPACE(local_space, SYBIL_LOCAL)
SYBIL_IN_SPACE(private_space, SYBIL_PRIVATE)
#undef SYBIL_IN_SPACE
#endif

template <typename T> struct referred {
	using type = T &;
};
template <> struct referred<void> {
	using type = void;
};
template <> struct referred<const void> {
	using type = void;
};

} // namespace detail

template <typename T, access::address_space Space = access::address_space::generic_space,
	  access::decorated Decorated = access::decorated::no>
class multi_ptr {
	T *raw;

	template <access::address_space Other>
	static constexpr bool from_v = Other == Space || (Space == access::address_space::generic_space &&
							  Other != access::address_space::constant_space);

public:
	static constexpr access::address_space address_space = Space;
	static constexpr bool is_decorated = Decorated == access::decorated::yes;
	using value_type = T;
	using difference_type = ptrdiff_t;
	using decorated_pointer = typename detail::in_space<T, Space>::pointer;
	using pointer = detail::choose_t<is_decorated, decorated_pointer, T *>;
	using reference = typename detail::referred<T>::type;

	constexpr multi_ptr() : raw(nullptr) {}
	constexpr multi_ptr(decltype(nullptr)) : raw(nullptr) {}
	explicit multi_ptr(T *p) : raw(p) {}
#ifdef __SYCL_DEVICE_ONLY__
	template <access::address_space S = Space, typename = detail::enable_t<S != access::address_space::generic_space>>
	explicit multi_ptr(typename detail::in_space<T, S>::pointer p) : raw((T *)p)
	{
	}
#endif
	template <access::address_space Other, access::decorated D, typename = detail::enable_t<from_v<Other>>>
	multi_ptr(const multi_ptr<detail::no_const_t<T>, Other, D> &other) : raw(other.get_raw())
	{
	}
	template <access::address_space Other, access::decorated D,
		  typename = detail::enable_t<detail::const_v<T> && from_v<Other>>, typename = void>
	multi_ptr(const multi_ptr<T, Other, D> &other) : raw(other.get_raw())
	{
	}

	T *get_raw() const { return raw; }
	decorated_pointer get_decorated() const { return (decorated_pointer)raw; }
	pointer get() const { return (pointer)raw; }
	explicit operator T *() const { return raw; }
	explicit operator bool() const { return raw != nullptr; }
	template <typename U = T> typename detail::referred<U>::type operator*() const { return *raw; }
	template <typename U = T> U *operator->() const { return raw; }
	template <typename U = T> typename detail::referred<U>::type operator[](ptrdiff_t i) const { return raw[i]; }

	multi_ptr &operator++() { return raw++, *this; }
	multi_ptr &operator--() { return raw--, *this; }
	multi_ptr operator++(int) { return multi_ptr(raw++); }
	multi_ptr operator--(int) { return multi_ptr(raw--); }
	multi_ptr &operator+=(ptrdiff_t n) { return raw += n, *this; }
	multi_ptr &operator-=(ptrdiff_t n) { return raw -= n, *this; }
	friend multi_ptr operator+(const multi_ptr &p, ptrdiff_t n) { return multi_ptr(p.raw + n); }
	friend multi_ptr operator-(const multi_ptr &p, ptrdiff_t n) { return multi_ptr(p.raw - n); }
	friend ptrdiff_t operator-(const multi_ptr &a, const multi_ptr &b) { return a.raw - b.raw; }
#define SYBIL_COMPARE(op) \
	friend bool operator op(const multi_ptr &a, const multi_ptr &b) { return a.raw op b.raw; } \
	friend bool operator op(const multi_ptr &a, decltype(nullptr)) { return a.raw op static_cast<T *>(nullptr); } \
	friend bool operator op(decltype(nullptr), const multi_ptr &b) { return static_cast<T *>(nullptr) op b.raw; }
	SYBIL_COMPARE(==)
	SYBIL_COMPARE(!=)
	SYBIL_COMPARE(<)
	SYBIL_COMPARE(>)
	SYBIL_COMPARE(<=)
	SYBIL_COMPARE(>=)
#undef SYBIL_COMPARE
	void prefetch(size_t) const {}
};

template <typename T, access::decorated D = access::decorated::legacy>
using global_ptr = multi_ptr<T, access::address_space::global_space, D>;
template <typename T, access::decorated D = access::decorated::legacy>
using local_ptr = multi_ptr<T, access::address_space::local_space, D>;
template <typename T, access::decorated D = access::decorated::legacy>
using private_ptr = multi_ptr<T, access::address_space::private_space, D>;
template <typename T, access::decorated D = access::decorated::no>
using generic_ptr = multi_ptr<T, access::address_space::generic_space, D>;
template <typename T> using raw_global_ptr = global_ptr<T, access::decorated::no>;
template <typename T> using raw_local_ptr = local_ptr<T, access::decorated::no>;
template <typename T> using raw_private_ptr = private_ptr<T, access::decorated::no>;
template <typename T> using decorated_global_ptr = global_ptr<T, access::decorated::yes>;
template <typename T> using decorated_local_ptr = local_ptr<T, access::decorated::yes>;
template <typename T> using decorated_private_ptr = private_ptr<T, access::decorated::yes>;

template <access::address_space Space, access::decorated D = access::decorated::no, typename T>
multi_ptr<T, Space, D> address_space_cast(T *p)
{
	return multi_ptr<T, Space, D>(p);
}

} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
