/* The root's functions are aliases of a built-in of DPC++'s clang: using them is an error. */
#pragma once
#include <sycl/detail/defines.hpp>
#pragma push_macro("__SYCL_BUILTIN_ALIAS")
#undef __SYCL_BUILTIN_ALIAS
#define __SYCL_BUILTIN_ALIAS(name) __attribute__((unavailable("private_alloca needs DPC++'s clang; use an array of constant size")))
#include_next <sycl/ext/oneapi/experimental/alloca.hpp>
#pragma pop_macro("__SYCL_BUILTIN_ALIAS")
