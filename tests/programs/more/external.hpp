#pragma once
#include <sycl/sycl.hpp>
struct Value { int a; float b; };
SYCL_EXTERNAL int forth(int x);
SYCL_EXTERNAL int back(int x);
namespace deep { SYCL_EXTERNAL int inner(const Value &v); }
template <typename T> SYCL_EXTERNAL T generic(T x);
void other_kernel(sycl::queue &q, int *p);
