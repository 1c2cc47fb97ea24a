// Declarations of a function with different lists of aspects, whichever is the definition. The order does not matter, and a
// declaration without a list has that of the others.
// RUN: %S/compile %s 2>&1
// EXIT: 1
// CHECK: bad-device-has.cpp:10:20: error: conflicting values for the 'device_has' list of a function: '6' and '5'
// CHECK: bad-device-has.cpp:9:20: note: the other one is here
// CHECK-NOT: error:
#include "_sycl.hpp"
[[sycl::device_has(aspect::fp16)]] SYCL_EXTERNAL int differs(int);
[[sycl::device_has(aspect::fp64)]] SYCL_EXTERNAL int differs(int a) { return a; }
[[sycl::device_has(aspect::fp16, aspect::fp64)]] SYCL_EXTERNAL int agrees(int);
[[sycl::device_has(aspect::fp64, aspect::fp16)]] SYCL_EXTERNAL int agrees(int a) { return a; }
[[sycl::device_has(aspect::fp16)]] SYCL_EXTERNAL int inherits(int);
SYCL_EXTERNAL int inherits(int a) { return a; }
SYCL_EXTERNAL int adds(int);
[[sycl::device_has(aspect::fp16)]] SYCL_EXTERNAL int adds(int a) { return a; }
