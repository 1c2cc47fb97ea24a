/* host.hpp — what the headers of the SYCL runtime expect of its compiler in the host pass: read before every source of a
 * program. */
#ifndef SYBIL_HOST_HPP
#define SYBIL_HOST_HPP
#pragma GCC system_header

/* both passes must agree on these, or kernels have other names and parameters than the host expects */
#undef SYCL_LANGUAGE_VERSION
#define SYCL_LANGUAGE_VERSION 202012L
#define __INTEL_SYCL_USE_INTEGRATION_HEADERS 1
#ifdef __clang__
#define __SYCL_UNNAMED_LAMBDA__ 1
#endif
#endif
