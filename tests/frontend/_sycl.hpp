/* The few names of SYCL that the tests need; the headers have tests of their own. */
#pragma once
namespace sycl {
enum class aspect { host = 0, cpu = 1, fp16 = 5, fp64 = 6, atomic64 = 28 };
template <int N> struct nd_range_key {
	static constexpr const char *name = "sycl-nd-range-kernel";
	static constexpr int value = N;
};
template <int N> inline constexpr nd_range_key<N> nd_range_kernel;
} // namespace sycl
#define PROPERTY(P) [[__sycl_detail__::add_ir_function_attributes(decltype(P)::name, decltype(P)::value)]]
#define SYCL_EXTERNAL [[__sycl_detail__::sycl_external]]
using sycl::aspect;
using sycl::nd_range_kernel;
template <typename Name, typename F> [[clang::sycl_kernel]] void single_task(const F &f)
{
	f();
}
