/* host.hpp — for the host pass of whole programs: what DPC++'s compiler defines. The driver includes it before the
 * source. */
#ifndef SYBIL_HOST_HPP
#define SYBIL_HOST_HPP
#pragma GCC system_header
#include "both.hpp"
#define SYCL_EXTERNAL
#ifndef __clang__ /* g++ does not accept [[...]] behind another attribute of a class */
#define __SYCL_DEPRECATED(message) __attribute__((deprecated(message)))
#endif
#endif
