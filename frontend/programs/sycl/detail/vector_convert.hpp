/* The root's header has static_assert(false) in discarded branches of templates, which is an error before clang 17. It is
 * read with static_assert switched off; the headers that it includes are read before with their own. The conversions of bfloat16 that it
 * declares, and DPC++ links from a device library, are defined here. */
#pragma once
#include "../../imf/conversions.hpp"
#include <sycl/detail/generic_type_traits.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/vector.hpp>
#define static_assert(...)
#pragma push_macro("__DPCPP_SYCL_EXTERNAL")
#undef __DPCPP_SYCL_EXTERNAL
#define __DPCPP_SYCL_EXTERNAL
#include_next <sycl/detail/vector_convert.hpp>
#pragma pop_macro("__DPCPP_SYCL_EXTERNAL")
#undef static_assert
