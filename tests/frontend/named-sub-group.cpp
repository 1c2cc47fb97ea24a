// Sub-group sizes with names are no requirement, and their kernels share an image with those that ask for none.
// RUN: %S/compile %s >k.ll; sybil post-link --split=auto --properties k.ll -S -o k.table; cat k.table k_*.prop k_0.ll
// CHECK: [Code|Properties]
// CHECK: k_0.ll|
// CHECK: k_1.ll|
// CHECK-NOT: k_2.ll|
// CHECK-NOT: reqd_sub_group_size
// CHECK: reqd_sub_group_size=1|16
// CHECK-NOT: reqd_sub_group_size=
#include "_sycl.hpp"
PROPERTY(nd_range_kernel<1>) [[intel::named_sub_group_size(automatic)]] void a(int *p) { *p = 1; }
PROPERTY(nd_range_kernel<1>) [[intel::named_sub_group_size(primary)]] void b(int *p) { *p = 1; }
PROPERTY(nd_range_kernel<1>) void c(int *p) { *p = 1; }
PROPERTY(nd_range_kernel<1>) [[sycl::reqd_sub_group_size(16)]] void d(int *p) { *p = 1; }
