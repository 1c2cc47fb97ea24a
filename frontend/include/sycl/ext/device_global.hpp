/* sycl/ext/device_global.hpp — device_global: variables of a device that the host can reach; annotated_arg and
 * annotated_ptr: arguments of kernels with properties. */
#pragma once
#include <sycl/ext/properties.hpp>
#include <sybil_names_hide.def>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

/* ---- variables ---- */

namespace global_detail {

/* With device_image_scope the variable is the value, and each image has its own. */
template <typename T, bool InImage> struct storage {
	T content = {};

	constexpr storage() = default;
	template <typename... Args> constexpr storage(int, Args... args) : content{ args... } {}
	SYBIL_INLINE T *place() const noexcept { return const_cast<T *>(&content); }
};

/* Otherwise it is the address of memory that all images of a device share; the loader of an image sets it. */
template <typename T> struct storage<T, false> {
#ifdef __SYCL_DEVICE_ONLY__
	SYBIL_GLOBAL T *memory = nullptr;

	SYBIL_INLINE T *place() const noexcept { return (T *)memory; }
#else
	T memory = {}; /* the host's own: a class that only the host knows may be any size */

	SYBIL_INLINE T *place() const noexcept { return const_cast<T *>(&memory); }
#endif
	constexpr storage() = default;
	template <typename... Args> constexpr storage(int, Args...)
	{
		static_assert(sizeof...(Args) == 0,
			      "a device_global without device_image_scope begins with zeros: memory that images share has no "
			      "initial value in any of them");
	}
};

/* A property as IR has it. The loader writes the address, so that no host access may forbid it. */
template <typename P, bool InImage> struct stated : P {};
template <typename Value>
struct stated<property_value<host_access, Value>, false> : host_access::value_t<host_access::access::read_write> {};

} // namespace global_detail

template <typename T, typename List = property_list<>> class device_global;

template <typename T, template <typename...> class List, typename... Props>
class
#ifdef __SYCL_DEVICE_ONLY__
	[[__sycl_detail__::device_global]] [[__sycl_detail__::add_ir_global_variable_attributes(
		global_detail::stated<Props, List<Props...>::template has_property<device_image_scope>()>::meta_name...,
		global_detail::stated<Props, List<Props...>::template has_property<device_image_scope>()>::meta_value...)]]
#endif
	device_global<T, List<Props...>> {
	global_detail::storage<T, List<Props...>::template has_property<device_image_scope>()> content;

public:
	using element_type = T;

	constexpr device_global() = default;
	template <typename... Args, typename = detail::enable_t<sizeof...(Args) != 0>>
	explicit constexpr device_global(Args... args) : content{ 0, args... }
	{
	}
	device_global(const device_global &) = delete;
	device_global &operator=(const device_global &) = delete;

	SYBIL_INLINE T &get() noexcept { return *content.place(); }
	SYBIL_INLINE const T &get() const noexcept { return *content.place(); }
	SYBIL_INLINE operator T &() noexcept { return get(); }
	SYBIL_INLINE operator const T &() const noexcept { return get(); }
	SYBIL_INLINE device_global &operator=(const T &value) noexcept
	{
		get() = value;
		return *this;
	}
	template <typename U = T> SYBIL_INLINE auto operator[](ptrdiff_t i) noexcept -> decltype(detail::declare<U &>()[i])
	{
		return get()[i];
	}
	template <typename U = T>
	SYBIL_INLINE auto operator[](ptrdiff_t i) const noexcept -> decltype(detail::declare<const U &>()[i])
	{
		return get()[i];
	}
	SYBIL_INLINE auto operator->() noexcept { return pointer_to(get()); }
	template <typename Key> static constexpr bool has_property() { return List<Props...>::template has_property<Key>(); }
	template <typename Key> static constexpr auto get_property() { return List<Props...>::template get_property<Key>(); }

private:
	template <typename U> static SYBIL_INLINE U *pointer_to(U *p) { return p; }
	template <typename U> static SYBIL_INLINE U *pointer_to(U &object) { return &object; }
};

/* ---- arguments of kernels ---- */

template <typename T, typename List = property_list<>> class annotated_arg;

template <typename T, template <typename...> class List, typename... Props>
class
#ifdef __SYCL_DEVICE_ONLY__
	[[__sycl_detail__::add_ir_kernel_parameter_attributes(Props::meta_name..., Props::meta_value...)]]
#endif
	SYBIL_SPECIAL_CLASS annotated_arg<T, List<Props...>> {
	T content
#ifdef __SYCL_DEVICE_ONLY__
		[[__sycl_detail__::add_ir_member_annotation(Props::meta_name..., Props::meta_value...)]]
#endif
		;

public:
	annotated_arg() = default;
	annotated_arg(const T &value) : content(value) {}
	annotated_arg(const T &value, const List<Props...> &) : content(value) {}
	void __init(T value) { content = value; }
	operator T &() noexcept { return content; }
	operator const T &() const noexcept { return content; }
	template <typename U = T> auto operator[](ptrdiff_t i) const -> decltype(detail::declare<const U &>()[i]) { return content[i]; }
};

namespace global_detail {

/* What all pointers with properties have in common; Self is the class. With an alignment, elements have no address that
 * is known to have it, so that there is no operator[]. */
template <typename Self, typename T, typename... Props> class annotated_pointer {
protected:
	T *ptr
#ifdef __SYCL_DEVICE_ONLY__
		[[__sycl_detail__::add_ir_member_annotation(Props::meta_name..., Props::meta_value...)]]
#endif
		;

	Self &self() noexcept { return static_cast<Self &>(*this); }
	static constexpr bool aligned_v = property_list<Props...>::template has_property<alignment>();

public:
	using reference = T &;

	annotated_pointer(T *p = nullptr) : ptr(p) {}
	T *get() const noexcept { return ptr; }
	T &operator*() const noexcept { return *ptr; }
	T *operator->() const noexcept { return ptr; }
	template <typename I, typename = detail::enable_t<detail::integer_v<I> && !aligned_v>> T &operator[](I i) const noexcept
	{
		return ptr[i];
	}
	explicit operator bool() const noexcept { return ptr != nullptr; }
	Self &operator=(T *p) noexcept { return ptr = p, self(); }
	Self &operator++() noexcept { return ++ptr, self(); }
	Self &operator--() noexcept { return --ptr, self(); }
	Self operator+(ptrdiff_t n) const noexcept { return Self(ptr + n); }
	ptrdiff_t operator-(const Self &other) const noexcept { return ptr - other.get(); }
};

} // namespace global_detail

#ifdef __SYCL_DEVICE_ONLY__
#define SYBIL_ANNOTATED [[__sycl_detail__::add_ir_kernel_parameter_attributes(Props::meta_name..., Props::meta_value...)]]
#else
#define SYBIL_ANNOTATED
#endif
#define SYBIL_ANNOTATED_PTR(...) \
	SYBIL_SPECIAL_CLASS annotated_ptr<T, __VA_ARGS__> \
		: public global_detail::annotated_pointer<annotated_ptr<T, __VA_ARGS__>, T, Props...> { \
	public: \
		annotated_ptr() = default; \
		annotated_ptr(const annotated_ptr &) = default; \
		annotated_ptr &operator=(const annotated_ptr &) = default; \
		explicit annotated_ptr(T *p) : annotated_ptr::annotated_pointer(p) {} \
		annotated_ptr(T *p, const __VA_ARGS__ &) : annotated_ptr::annotated_pointer(p) {} \
		using annotated_ptr::annotated_pointer::operator=; \
		void __init(SYBIL_GLOBAL T *p) { this->ptr = (T *)p; } \
	}; \
	template <typename T, typename List> annotated_ptr(T *, List) -> annotated_ptr<T, List>;

template <typename T, typename List = property_list<>> class annotated_ptr;
template <typename T, typename... Props> class SYBIL_ANNOTATED SYBIL_ANNOTATED_PTR(property_list<Props...>)
template <typename T, typename List> annotated_arg(T, List) -> annotated_arg<T, List>;

namespace experimental {
template <typename T, typename List = empty_properties_t>
using device_global = oneapi::device_global<T, property_detail::plain_t<List>>;

template <typename T, typename List = empty_properties_t> class annotated_ptr;
template <typename T, typename... Props>
class SYBIL_ANNOTATED SYBIL_ANNOTATED_PTR(properties<detail::properties_type_list<Props...>>)
} // namespace experimental
#undef SYBIL_ANNOTATED
#undef SYBIL_ANNOTATED_PTR

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
