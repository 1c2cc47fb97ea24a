/* frontend/programs/prelude.hpp — for the device pass of whole programs with the headers of DPC++: declarations, types and
 * macros that its clang has built in and a stock clang lacks. The driver includes it before the source.
 *
 * Functions of SPIR-V are templates, because the translator reads only their names. Built-ins that this clang
 * cannot replace are left undeclared, or their use is an error at its place. */
#ifndef SYBIL_PRELUDE
#define SYBIL_PRELUDE
#pragma GCC system_header

#include "both.hpp"

#define __SYCL_DEVICE_ONLY__ 1
#define SYCL_EXTERNAL __attribute__((__sycl_external__))
#define _GNU_SOURCE 1 /* defined by every C++ compiler on Linux, because the C++ library needs it */
#undef _FORTIFY_SOURCE /* no device has the checked functions, like __memcpy_chk */
#ifdef _GLIBCXX_ASSERTIONS /* assertions of the C++ library become those of kernels */
#include <bits/c++config.h>
#undef __glibcxx_assert
#define __glibcxx_assert(...) \
	(static_cast<bool>(__VA_ARGS__) ? static_cast<void>(0) : ::__sybil::assert_fail(#__VA_ARGS__, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
#define __SPIRV_BUILTIN_DECLARATIONS__ 1
/* in SYCL mode, clang ignores the attribute opencl_constant */
#define opencl_constant address_space(2)

namespace __sybil {

template <class T, int N> using vector = T __attribute__((ext_vector_type(N)));

/* the type of an element; of itself for a scalar */
template <class T> struct element_of {
	using type = T;
};
template <class T, int N> struct element_of<vector<T, N>> {
	using type = T;
};
template <class T> using element = typename element_of<T>::type;

/* E, as often as T has elements */
template <class T, class E> struct like_of {
	using type = E;
};
template <class T, int N, class E> struct like_of<vector<T, N>, E> {
	using type = vector<E, N>;
};
template <class T, class E> using like = typename like_of<T, E>::type;

template <class T> using int_like = like<T, int>;

/* the result of a comparison: the translator expects bool or vectors of char */
template <class T> struct relation_of {
	using type = bool;
};
template <class T, int N> struct relation_of<vector<T, N>> {
	using type = vector<signed char, N>;
};
template <class T> using relation = typename relation_of<T>::type;

/* the floating-point type with the bits of an integer */
template <unsigned size> struct float_of_size;
template <> struct float_of_size<2> {
	using type = _Float16;
};
template <> struct float_of_size<4> {
	using type = float;
};
template <> struct float_of_size<8> {
	using type = double;
};
template <class T> using float_of = like<T, typename float_of_size<sizeof(element<T>)>::type>;

/* the integer of twice the bits */
template <class T> struct wider_of;
#define SYBIL_WIDER(from, to)     \
	template <>               \
	struct wider_of<from> {   \
		using type = to;  \
	};
SYBIL_WIDER(char, short)
SYBIL_WIDER(signed char, short)
SYBIL_WIDER(short, int)
SYBIL_WIDER(int, long)
SYBIL_WIDER(unsigned char, unsigned short)
SYBIL_WIDER(unsigned short, unsigned)
SYBIL_WIDER(unsigned, unsigned long)
#undef SYBIL_WIDER
template <class T> using wider = like<T, typename wider_of<element<T>>::type>;

template <class T> using pointer = T *;
template <class T> using global_pointer = __attribute__((opencl_global)) T *;
template <class T> using local_pointer = __attribute__((opencl_local)) T *;
template <class T> using private_pointer = __attribute__((opencl_private)) T *;

using uint4 = vector<unsigned, 4>;

} // namespace __sybil

/* Members and bases of kernels, for a static_assert that they are device copyable: the plugin checks them, and reports an error. */
#define __builtin_num_fields(...) 0
#define __builtin_num_bases(...) 0
#define __builtin_field_type(type, index) (*static_cast<__sybil::no_member<type, index> *>(nullptr))
#define __builtin_base_type(type, index) (*static_cast<__sybil::no_member<type, index> *>(nullptr))
namespace __sybil {
template <class T, unsigned I> struct no_member;
}

/* Annotations of pointers are hints, such as those for caches: code computes the same without them. */
#define __builtin_intel_sycl_ptr_annotation(pointer, ...) (pointer)

#define __builtin_sycl_unique_stable_id(name) __builtin_sycl_unique_stable_name(__sybil::spec_constant<name>)

/* Opaque types. The pass front-end gives these structures the names that the translator knows. */
struct __sybil_event;
struct __sybil_sampler;
typedef __attribute__((opencl_private)) __sybil_event *__ocl_event_t;
typedef __attribute__((address_space(2))) __sybil_sampler *__ocl_sampler_t;

#define SYBIL_IMAGE(name)                \
	struct __sybil_##name;           \
	typedef __attribute__((opencl_global)) __sybil_##name *__ocl_##name##_t;
/* The translator reads the image's type from the name of the function, which must be that of a plain function in OpenCL. */
template <class I, class S> S __spirv_SampledImage(I, __ocl_sampler_t);
#define SYBIL_SAMPLED_IMAGE(name, length)                                                                 \
	SYBIL_IMAGE(name)                                                                                 \
	SYBIL_IMAGE(sampled_##name)                                                                       \
	template <>                                                                                       \
	__ocl_sampled_##name##_t __spirv_SampledImage(__ocl_##name##_t, __ocl_sampler_t) __asm__(         \
		"_Z20__spirv_SampledImage" #length "ocl_" #name "11ocl_sampler");
SYBIL_SAMPLED_IMAGE(image1d_ro, 14)
SYBIL_SAMPLED_IMAGE(image2d_ro, 14)
SYBIL_SAMPLED_IMAGE(image3d_ro, 14)
SYBIL_SAMPLED_IMAGE(image1d_array_ro, 20)
SYBIL_SAMPLED_IMAGE(image2d_array_ro, 20)
SYBIL_IMAGE(image1d_wo)
SYBIL_IMAGE(image2d_wo)
SYBIL_IMAGE(image3d_wo)
SYBIL_IMAGE(image1d_array_wo)
SYBIL_IMAGE(image2d_array_wo)
#undef SYBIL_IMAGE
#undef SYBIL_SAMPLED_IMAGE

#include "builtins.hpp"
#include "library.hpp"

#endif
