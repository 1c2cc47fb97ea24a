/* The translator to SPIR-V does not have matrices: using the root's functions is an error. The headers that it includes are read
 * before with their own functions. */
#pragma once
#include <sycl/builtins.hpp>
#include <sycl/detail/defines_elementary.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/ext/oneapi/experimental/annotated_ptr/annotated_ptr.hpp>
#include <sycl/group.hpp>
#include <sycl/marray.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/sub_group.hpp>
#pragma push_macro("__SYCL_ALWAYS_INLINE")
#undef __SYCL_ALWAYS_INLINE
#define __SYCL_ALWAYS_INLINE __attribute__((unavailable("joint_matrix needs a newer translator to SPIR-V than this clang's")))
#include_next <sycl/ext/oneapi/matrix/matrix-unified.hpp>
#pragma pop_macro("__SYCL_ALWAYS_INLINE")
