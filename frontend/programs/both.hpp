/* both.hpp — macros on which both passes of a program must agree: otherwise kernels have other names and parameters than
 * the host expects. */
#ifndef SYBIL_BOTH_HPP
#define SYBIL_BOTH_HPP
#undef SYCL_LANGUAGE_VERSION
#define SYCL_LANGUAGE_VERSION 202012L
#define __INTEL_SYCL_USE_INTEGRATION_HEADERS 1
#ifdef __clang__ /* the key of a kernel without a name is a built-in of clang */
#define __SYCL_UNNAMED_LAMBDA__ 1
#endif

/* The name of a specialization constant is that of a type made of it. */
namespace __sybil {
template <auto &> struct spec_constant;
}
#endif
