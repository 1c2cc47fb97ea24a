// Aspects are of functions, and some of classes: elsewhere they would be lost, and are an error, once for a template.
// RUN: %S/compile %s 2>&1
// EXIT: 1
// CHECK: bad-places.cpp:11:14: error: 'uses_aspects' attribute only applies to functions and classes
// CHECK: bad-places.cpp:12:10: error: 'device_has' attribute only applies to functions
// CHECK: bad-places.cpp:13:32: error: 'device_has' attribute only applies to functions
// CHECK: bad-places.cpp:14:15: error: 'uses_aspects' attribute only applies to functions and classes
// CHECK: bad-places.cpp:18:4: warning: 'uses_aspects' attribute has no effect: 'trivial' is trivial, so it is never called
// CHECK-NOT: error:
#include "_sycl.hpp"
enum class [[sycl_detail::uses_aspects(aspect::fp16)]] number { x };
struct [[sycl::device_has(aspect::fp16)]] object {};
template <typename T> struct [[sycl::device_has(aspect::fp16)]] box { T x; };
using alias [[sycl_detail::uses_aspects(aspect::fp16)]] = short;
box<int> some;
box<alias> others;
struct trivial {
	[[sycl_detail::uses_aspects(aspect::fp16)]] trivial() = default;
};
trivial made;
