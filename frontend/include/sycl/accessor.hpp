/* sycl/accessor.hpp — accessor and local_accessor for kernels, and a buffer without memory.
 *
 * A kernel argument of these classes becomes the parameters of __init(): a pointer, and the place of the part in the
 * memory. */
#pragma once
#include <sycl/ext/properties.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/range.hpp>
#include <sybil_names_hide.def>

namespace sycl {
inline namespace _V1 {

namespace access {
enum class mode { read = 1024, write, read_write, discard_write, discard_read_write, atomic };
enum class target { global_buffer = 2014, constant_buffer, local, image, host_buffer, host_image, image_array, host_task, device = global_buffer };
enum class placeholder { false_t, true_t };
} // namespace access
using access_mode = access::mode;
using target = access::target;

template <access_mode Mode> struct mode_tag_t {};
inline constexpr mode_tag_t<access_mode::read> read_only;
inline constexpr mode_tag_t<access_mode::write> write_only;
inline constexpr mode_tag_t<access_mode::read_write> read_write;
namespace property {
struct no_init {};
} // namespace property
inline constexpr property::no_init no_init;

class handler;

namespace detail {
template <typename T> class aligned_allocator;
}

/* Memory that the host would hold: here for the type, and for accessors to be made of. Names of kernels may contain the
 * class, so it has DPC++'s parameters. */
template <typename T, int Dims = 1, typename Allocator = detail::aligned_allocator<detail::no_const_t<T>>, typename = void> class buffer {
	range<Dims> extent;

public:
	using value_type = T;
	explicit buffer(const range<Dims> &r) : extent(r) {}
	template <typename P> buffer(P *, const range<Dims> &r) : extent(r) {}
	range<Dims> get_range() const { return extent; }
	size_t size() const { return extent.size(); }
};
template <typename T, int Dims> buffer(T *, range<Dims>) -> buffer<detail::no_const_t<T>, Dims>;

namespace detail {

template <access::mode Mode> inline constexpr bool reads_only_v = Mode == access::mode::read;

/* The mode and the properties in the arguments of an accessor's constructor, in any order. */
template <typename... Args>
inline constexpr access::mode mode_of_v = one_of_v<mode_tag_t<access::mode::read>, Args...>  ? access::mode::read :
					  one_of_v<mode_tag_t<access::mode::write>, Args...> ? access::mode::write :
											       access::mode::read_write;
template <typename List> struct list_in {
	using type = List;
};
template <typename... Ps> struct list_in<ext::oneapi::experimental::properties<ext::oneapi::experimental::detail::properties_type_list<Ps...>>> {
	using type = ext::oneapi::property_list<Ps...>;
};
template <typename... Args> struct list_of {
	using type = ext::oneapi::accessor_property_list<>;
};
template <typename A, typename... Args>
struct list_of<A, Args...> : choose_t<ext::oneapi::is_property_list_v<A>, list_in<A>, list_of<Args...>> {};

/* Whether the constructor of an accessor with a list of properties may have an argument. */
template <typename A, typename List>
inline constexpr bool is_accessor_argument_v = one_of_v<A, property::no_init, ext::oneapi::property_list<>> ||
					       same_v<typename list_in<A>::type, List>;
template <access::mode Mode, typename List> inline constexpr bool is_accessor_argument_v<mode_tag_t<Mode>, List> = true;
template <int Dims, typename List> inline constexpr bool is_accessor_argument_v<range<Dims>, List> = true;
template <int Dims, typename List> inline constexpr bool is_accessor_argument_v<id<Dims>, List> = true;

/* Rows of a place: [a][b][c], one dimension after another. */
template <typename A, int Dims, int Left> struct row {
	const A &whole;
	id<Dims> at;

	SYBIL_INLINE decltype(auto) operator[](size_t i) const
	{
		id<Dims> next = at;

		next[Dims - Left] = i;
		if constexpr (Left == 1)
			return whole[next];
		else
			return row<A, Dims, Left - 1>{ whole, next };
	}
};

/* An accessor without dimensions has ranges of one. */
template <int Dims> inline constexpr int counted = Dims == 0 ? 1 : Dims;

/* Shared by both kinds of accessors. */
template <typename T, int Dims> class accessor_base {
protected:
	T *ptr;
	range<counted<Dims>> part, memory;
	id<counted<Dims>> offset;

	SYBIL_INLINE size_t place(const id<Dims> &i) const { return linear<Dims>(i + offset, memory); }

public:
	using value_type = T;
	using reference = T &;
	using const_reference = const T &;
	using iterator = T *;

	/* without dimensions, the one element itself */
	template <int D = Dims, typename = enable_t<D == 0>> SYBIL_INLINE operator T &() const { return *ptr; }
	template <int D = Dims, typename = enable_t<D == 0>> SYBIL_INLINE const accessor_base &operator=(const no_const_t<T> &value) const
	{
		*ptr = value;
		return *this;
	}
	SYBIL_INLINE T &operator[](const id<Dims> &i) const { return ptr[place(i)]; }
	template <int D = Dims, typename = enable_t<(D > 1)>> SYBIL_INLINE auto operator[](size_t i) const
	{
		id<Dims> at;

		at[0] = i;
		return row<accessor_base, Dims, Dims - 1>{ *this, at };
	}
	SYBIL_INLINE size_t size() const { return part.size(); }
	SYBIL_INLINE size_t byte_size() const { return part.size() * sizeof(T); }
	SYBIL_INLINE bool empty() const { return size() == 0; }
	SYBIL_INLINE range<Dims> get_range() const { return part; }
	SYBIL_INLINE id<Dims> get_offset() const { return offset; }
	SYBIL_INLINE T *begin() const { return ptr + place(id<Dims>()); }
	SYBIL_INLINE T *end() const { return begin() + size(); }
};

} // namespace detail

template <typename T, int Dims = 1, access::mode Mode = detail::const_v<T> ? access::mode::read : access::mode::read_write,
	  access::target Target = access::target::device, access::placeholder Placeholder = access::placeholder::false_t,
	  typename List = ext::oneapi::accessor_property_list<>>
class accessor;

template <typename T, int Dims, access::mode Mode, access::target Target, access::placeholder Placeholder,
	  template <typename...> class List, typename... Props>
class
#ifdef __SYCL_DEVICE_ONLY__
	[[__sycl_detail__::add_ir_kernel_parameter_attributes(Props::meta_name..., Props::meta_value...)]]
#endif
	SYBIL_SPECIAL_CLASS accessor<T, Dims, Mode, Target, Placeholder, List<Props...>>
	: public detail::accessor_base<detail::choose_t<detail::reads_only_v<Mode>, const T, T>, Dims> {
	using element = detail::choose_t<detail::reads_only_v<Mode>, const T, T>;

public:
	using detail::accessor_base<element, Dims>::operator=;

	accessor() = default;
	template <typename Allocator, typename... Rest> accessor(buffer<detail::no_const_t<T>, Dims, Allocator> &of, handler &, Rest...)
	{
		static_assert((detail::is_accessor_argument_v<Rest, List<Props...>> && ...),
			      "an accessor takes a range, an offset, a mode, no_init and the properties of its type");
		this->part = this->memory = of.get_range();
	}
	void __init(SYBIL_GLOBAL element *p, range<detail::counted<Dims>> part_, range<detail::counted<Dims>> memory_,
		    id<detail::counted<Dims>> offset_)
	{
		this->ptr = (element *)p;
		this->part = part_;
		this->memory = memory_;
		this->offset = offset_;
	}
	SYBIL_INLINE element *get_pointer() const { return this->ptr; }
	template <access::decorated D> SYBIL_INLINE auto get_multi_ptr() const
	{
		return multi_ptr<element, access::address_space::global_space, D>(this->ptr);
	}
};
template <typename T, int D, typename Allocator, typename... Args>
accessor(buffer<T, D, Allocator> &, handler &, Args...)
	-> accessor<T, D, detail::mode_of_v<Args...>, access::target::device, access::placeholder::false_t,
		    typename detail::list_of<Args...>::type>;

template <typename T, int Dims = 1> class SYBIL_SPECIAL_CLASS local_accessor : public detail::accessor_base<T, Dims> {
public:
	using detail::accessor_base<T, Dims>::operator=;

	local_accessor() = default;
	local_accessor(const range<Dims> &r, handler &) { this->part = this->memory = r; }
	/* DPC++'s runtime passes the range three times, also as the offset. */
	void __init(SYBIL_LOCAL T *p, range<detail::counted<Dims>> part_, range<detail::counted<Dims>>, id<detail::counted<Dims>>)
	{
		this->ptr = (T *)p;
		this->part = this->memory = part_;
	}
	SYBIL_INLINE T *get_pointer() const { return this->ptr; }
	template <access::decorated D> SYBIL_INLINE auto get_multi_ptr() const
	{
		return multi_ptr<T, access::address_space::local_space, D>(this->ptr);
	}
};

} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
