/* The root's header has static_assert(false) in discarded branches of templates, which is an error before clang 17. It is
 * read with static_assert switched off; the headers that it includes are read before with their own. */
#pragma once
#include <sycl/detail/generic_type_traits.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/vector.hpp>
#define static_assert(...)
#include_next <sycl/detail/vector_convert.hpp>
#undef static_assert
