/* sycl/kernel_handler.hpp — specialization constants: values that are set before a kernel is built.
 *
 * On SPIR-V they become constants of the module (post-link's native mode). Elsewhere they are in a buffer of the
 * runtime, and a kernel's parameter of class kernel_handler is a pointer to it. The name of a constant in a package
 * is its qualified name in the source. */
#pragma once
#include <sycl/detail/defs.hpp>
#include <sybil_names_hide.def>

#if defined(SYBIL_DEVICE_NVPTX) || defined(SYBIL_DEVICE_AMDGCN) || defined(__SYBIL_SPEC_BUFFER__)
#define SYBIL_SPEC_BUFFER 1
#endif

/* Calls that passes of Sybil turn into values: name, specialization_id, buffer. */
template <typename T> extern T __sycl_getScalar2020SpecConstantValue(const char *, const void *, const void *);
template <typename T> extern T __sycl_getComposite2020SpecConstantValue(const char *, const void *, const void *);

namespace sycl {
inline namespace _V1 {

template <typename T> class specialization_id {
	T content;
	friend class kernel_handler;

public:
	using value_type = T;

	template <typename... Args> explicit constexpr specialization_id(Args... args) : content(args...) {}
	specialization_id(const specialization_id &) = delete;
	specialization_id &operator=(const specialization_id &) = delete;
};

namespace detail {

/* The name of a constant, from the compiler's name of this function: "… [Id = ns::width]" or "… [with auto& Id =
 * …]". */
template <auto &Id> constexpr auto source_name()
{
	constexpr size_t size = sizeof(__PRETTY_FUNCTION__);
	struct name {
		char text[size];
		size_t length;
	} found = {};
	const char *all = __PRETTY_FUNCTION__;
	size_t at = 0, end = size - 2;

	for (size_t i = 0; i + 5 < size; i++)
		if (all[i] == 'I' && all[i + 1] == 'd' && all[i + 2] == ' ' && all[i + 3] == '=')
			at = i + 5;
	for (; at < end && all[at] != ']' && all[at] != ';'; at++)
		if (all[at] != '&')
			found.text[found.length++] = all[at];
	return found;
}
template <auto &Id> struct named {
	static constexpr auto found = source_name<Id>();
	using characters = indices_of<found.length>;
};
template <typename Named, typename I> struct text_of;
template <typename Named, size_t... I> struct text_of<Named, indices<I...>> {
	static constexpr char text[] = { Named::found.text[I]..., 0 };
};
template <auto &Id> inline constexpr const char *constant_name = text_of<named<Id>, typename named<Id>::characters>::text;

template <typename T> inline constexpr bool scalar_constant_v = integer_v<T> || one_of_v<T, bool, float, double> || __is_enum(T);

} // namespace detail

/* The attribute marks the kernel argument as one that the runtime sets. */
class SYBIL_SPECIAL_CLASS SYBIL_PARAMETER_ATTRIBUTES("sycl-spec-constants-arg", nullptr) kernel_handler {
#ifdef SYBIL_SPEC_BUFFER
	const char *buffer = nullptr;

public:
	void __init(SYBIL_GLOBAL const char *p) { buffer = (const char *)p; }
#else
	static constexpr const char *buffer = nullptr;

public:
	void __init() {}
#endif
	kernel_handler() = default;

	template <auto &Id> SYBIL_INLINE auto get_specialization_constant() const
	{
		using T = typename detail::plain_t<decltype(Id)>::value_type;

#ifdef __SYCL_DEVICE_ONLY__
		if constexpr (detail::scalar_constant_v<T>)
			return __sycl_getScalar2020SpecConstantValue<T>(detail::constant_name<Id>, &Id, buffer);
		else
			return __sycl_getComposite2020SpecConstantValue<T>(detail::constant_name<Id>, &Id, buffer);
#else
		return T(Id.content);
#endif
	}
};

} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
