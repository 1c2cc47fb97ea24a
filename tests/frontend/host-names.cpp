// Integration headers for other host compilers declare the types that name kernels; both forms of required names report kernels without.
// RUN: %S/compile %s -Xclang -plugin-arg-sybil-clang -Xclang integration=%t.hpp -Xclang -plugin-arg-sybil-clang -Xclang names=types >%t && cat %t.hpp && for names in types required; do ! %S/compile %s -DBAD -Xclang -plugin-arg-sybil-clang -Xclang integration=%t.bad.hpp -Xclang -plugin-arg-sybil-clang -Xclang names=$names 2>&1 || exit 1; done; ! %S/compile %s -DFREE -Xclang -plugin-arg-sybil-clang -Xclang integration=%t.bad.hpp -Xclang -plugin-arg-sybil-clang -Xclang names=types 2>&1 && ! ls %t.bad.hpp
// CHECK: #ifndef SYBIL_BEHIND_SOURCE
// CHECK: enum class Kind : short;
// CHECK-NEXT: namespace names { template <typename T, int n, ::Kind k, typename... Rest> class scale; }
// CHECK-NEXT: namespace names { inline namespace v1 { namespace  { struct hidden; } } }
// CHECK-NEXT: class local;
// CHECK: struct SYBIL_LOCAL KernelInfo<::names::scale<float *, static_cast<int>(3), static_cast<::Kind>(1), int, const unsigned long>> {
// CHECK: return "_ZTSN5names5scaleIPfLi3EL4Kind1EJiKmEEE"
// CHECK: struct SYBIL_LOCAL KernelInfo<::names::v1::hidden> {
// CHECK: struct SYBIL_LOCAL KernelInfo<::local> {
// CHECK: #else
// CHECK: get_spec_constant_symbolic_ID_impl<::names::factor>()
// CHECK: device_global_map::add(__builtin_addressof(::counter), "{{[_0-9a-f]*}}_Z{{.*}}counter
// CHECK: host-names.cpp:53:{{[0-9]+}}: error: the name of a kernel must be a class in a namespace other than std for this host compiler, not 'outer::inner'
// CHECK-NEXT: host-names.cpp:54:{{[0-9]+}}: error: a kernel needs a name for this host compiler
// CHECK-NEXT: host-names.cpp:61:{{[0-9]+}}: error: two kernels have the name '::local' for this host compiler
// CHECK: host-names.cpp:54:{{[0-9]+}}: error: a kernel needs a name with -fno-sycl-unnamed-lambda
// CHECK: host-names.cpp:65:{{[0-9]+}}: error: free-function kernels need clang as the host compiler
// CHECK-NOT: error
#include "../../frontend/programs/both.hpp"

namespace sycl {
template <class T> struct specialization_id { T value; constexpr specialization_id(T v) : value(v) {} };
template <class T> struct [[__sycl_detail__::device_global]] [[__sycl_detail__::global_variable_allowed]] device_global { T value; };
}
template <class Name, class F> __attribute__((sycl_kernel)) void kernel(const F &f) { f(); }
template <class F> __attribute__((sycl_kernel)) void unnamed(const F &f) { f(); }

enum class Kind : short { a, b };
namespace names {
template <class T, int n, Kind k, class... Rest> class scale;
inline namespace v1 {
namespace {
struct hidden;
}
}
constexpr sycl::specialization_id<int> factor(3);
}
namespace {
sycl::device_global<int> counter;
}
struct outer {
	class inner;
};

void use(int *p)
{
	kernel<names::scale<float *, 3, Kind::b, int, const unsigned long>>([=] { *p = 1; });
	kernel<names::hidden>([=] { *p = 2 + counter.value; });
	kernel<class local>([=] { *p = 3; });
#ifdef BAD
	kernel<outer::inner>([=] { *p = 4; });
	unnamed([=] { *p = 5; });
#endif
}

#ifdef BAD
void other(int *p)
{
	kernel<class local>([=] { *p = 6; });
}
#endif
#ifdef FREE
[[__sycl_detail__::add_ir_attributes_function("sycl-nd-range-kernel", 1)]] void free_function(int *p) { *p = 7; }
#endif
