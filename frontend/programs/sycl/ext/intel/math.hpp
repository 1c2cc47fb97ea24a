/* The root's header declares the functions `__imf_*`, which DPC++ links from a device library. Here they are defined, as inline functions,
 * so that only those that kernels call are in an image. */
#pragma once
#include "../../../imf/integers.hpp"
#include "../../../imf/maths.hpp"
#include <sycl/bit_cast.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/half_type.hpp>
#pragma push_macro("__DPCPP_SYCL_EXTERNAL")
#undef __DPCPP_SYCL_EXTERNAL
#define __DPCPP_SYCL_EXTERNAL
#include_next <sycl/ext/intel/math.hpp>
#pragma pop_macro("__DPCPP_SYCL_EXTERNAL")
