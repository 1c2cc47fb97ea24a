/* Properties of free-function kernels. In host code the root's macro is empty; the plugin needs the dimensions of the kernel, and removes
 * the annotation. */
#include_next <sycl/ext/oneapi/free_function_kernel_properties.hpp>
#ifdef __clang__
#undef SYCL_EXT_ONEAPI_FUNCTION_PROPERTY
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(property)                                             \
	[[clang::annotate("sybil.source:add_ir_attributes_function",                           \
			  sycl::ext::oneapi::experimental::detail::PropertyMetaInfo<           \
				  sycl::ext::oneapi::experimental::detail::remove_cvref_t<     \
					  decltype(property)>>::name,                          \
			  sycl::ext::oneapi::experimental::detail::PropertyMetaInfo<           \
				  sycl::ext::oneapi::experimental::detail::remove_cvref_t<     \
					  decltype(property)>>::value)]]
#endif
