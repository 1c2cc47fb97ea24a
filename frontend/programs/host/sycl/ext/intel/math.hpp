/* The functions `__imf_*` for host code: see the header for devices. They are in the namespace in which the root's header declares them:
 * g++ does not join declarations of C functions in different namespaces, and would not find that they are inline. */
#pragma once
namespace sycl {
inline namespace _V1 {
namespace ext::intel::math {
#include "../../../../imf/integers.hpp"
#include "../../../../imf/maths.hpp"
} // namespace ext::intel::math
} // namespace _V1
} // namespace sycl
#include_next <sycl/ext/intel/math.hpp>
