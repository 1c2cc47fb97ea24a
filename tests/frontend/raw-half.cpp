// _Float16 and __fp16, which no class of ours stands for, need fp16: values, vectors, parts of classes, what templates make
// of them, constructors. Pointers to them, and what the compiler computes, do not. Without the enumeration it is SYCL's number.
// RUN: %S/compile %s --passes=propagate-aspects
// RUN: %S/compile %s -DBARE
// CHECK: define {{.*}} @_Z20__sycl_kernel_valuesPDF16_({{.*}} !sycl_used_aspects ![[FP16:[0-9]+]]
// CHECK: define {{.*}} @_Z6valuesPDF16_({{.*}} !sycl_used_aspects ![[FP16]]
// CHECK: define {{.*}} @_Z20__sycl_kernel_storedP{{.*}} !sycl_used_aspects ![[FP16]]
// CHECK: define {{.*}} @_Z21__sycl_kernel_membersP{{.*}} !sycl_used_aspects ![[FP16]]
// CHECK: define {{.*}} @_Z23__sycl_kernel_templatedPf({{.*}} !sycl_used_aspects ![[FP16]]
// CHECK: define {{.*}} @_Z19__sycl_kernel_aboutP{{[^!]*}} !sycl_fixed_targets
// CHECK: define {{.*}} @_ZN4moreC2Ev({{.*}} !sycl_used_aspects ![[FP16]]
// CHECK: define {{.*}} @_Z5twiceIDv4_DF16_ET_S1_({{.*}} !sycl_used_aspects ![[FP16]]
// CHECK: ![[FP16]] = !{i32 5}
// CHECK: define {{.*}} @_Z4barePDF16_({{.*}} !sycl_used_aspects ![[BARE:[0-9]+]]
// CHECK: ![[BARE]] = !{i32 5}
#ifdef BARE
[[__sycl_detail__::sycl_external]] void bare(_Float16 *p)
{
	*p = 1;
}
#else
#include "_sycl.hpp"
typedef _Float16 four __attribute__((ext_vector_type(4)));
struct pair {
	_Float16 a, b;
	pair(float x) : a(x), b(x) {}
};
struct more : pair {
	more() : pair(1.0f) {}
};
PROPERTY(nd_range_kernel<1>) void values(_Float16 *p) { *p += 1; }
PROPERTY(nd_range_kernel<1>) void stored(__fp16 *p, float *q) { *q = *p; }
PROPERTY(nd_range_kernel<1>) void members(more *p) { *p = more(); }
template <typename T> T twice(T x) { return x + x; }
PROPERTY(nd_range_kernel<1>) void templated(float *p) { *p = twice(four{ 1, 2, 3, 4 })[1]; }
PROPERTY(nd_range_kernel<1>) void about(_Float16 *p, int *n, _Float16 **to)
{
	*n = sizeof(*p);
	*to = p + 1;
}
#endif
