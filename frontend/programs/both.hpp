/* both.hpp — macros on which both passes of a program must agree: otherwise kernels have other names and parameters than
 * the host expects. */
#ifndef SYBIL_BOTH_HPP
#define SYBIL_BOTH_HPP
#undef SYCL_LANGUAGE_VERSION
#define SYCL_LANGUAGE_VERSION 202012L
#define __INTEL_SYCL_USE_INTEGRATION_HEADERS 1
#ifndef __SYBIL_NAMED_KERNELS__ /* the key of a kernel without a name is a built-in of clang */
#define __SYCL_UNNAMED_LAMBDA__ 1
#endif

#ifdef __clang__
/* clang 15 reports a local constant in an attribute behind a lambda's parameters as captured by mistake, unless it is part of an
 * expression. */
#define SYBIL_SUM_1(x) (x) + 0
#define SYBIL_SUM_2(x, y) (x) + 0, (y) + 0
#define SYBIL_SUM_3(x, y, z) (x) + 0, (y) + 0, (z) + 0
#define SYBIL_SUMS(x, y, z, sums, ...) sums
#define SYBIL_EACH_SUM(...) SYBIL_SUMS(__VA_ARGS__, SYBIL_SUM_3, SYBIL_SUM_2, SYBIL_SUM_1, )(__VA_ARGS__)
#define reqd_sub_group_size(...) reqd_sub_group_size(SYBIL_EACH_SUM(__VA_ARGS__))
#define reqd_work_group_size(...) reqd_work_group_size(SYBIL_EACH_SUM(__VA_ARGS__))
#define work_group_size_hint(...) work_group_size_hint(SYBIL_EACH_SUM(__VA_ARGS__))
#endif

namespace __sybil {
/* The name of a specialization constant is that of a type made of it. */
template <auto &> struct spec_constant;

/* Bases of the runtime's traits for free-function kernels, which the plugin specializes. */
struct yes {
	static constexpr bool value = true;
};
template <unsigned count, char... name> struct free_function {
	static constexpr char text[] = { name..., 0 };
	static constexpr unsigned getNumParams() { return count; }
	static constexpr const char *getFunctionName() { return text; }
};
} // namespace __sybil
#endif
