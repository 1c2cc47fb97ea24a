#pragma once
#include <sycl/sycl.hpp>

template <typename T> inline T twice(sycl::queue &q, T x)
{
	T *p = sycl::malloc_shared<T>(1, q);
	q.single_task([=] { *p = x * 2; }).wait();
	T result = *p;
	sycl::free(p, q);
	return result;
}

template <typename F> inline int run_one(sycl::queue &q, F f)
{
	int *p = sycl::malloc_shared<int>(1, q);
	q.single_task([=] { *p = f(100); }).wait();
	int result = *p;
	sycl::free(p, q);
	return result;
}

static int hidden(sycl::queue &q)
{
	int *p = sycl::malloc_shared<int>(1, q);
	q.single_task([=] { *p = 5; }).wait();
	int result = *p;
	sycl::free(p, q);
	return result;
}
