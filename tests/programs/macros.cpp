// Macros and branches that tell host from device, and if_architecture-like choices at run time.
#include "check.hpp"

static int where()
{
#ifdef __SYCL_DEVICE_ONLY__
	return 1;
#else
	return 2;
#endif
}

static int version() { return SYCL_LANGUAGE_VERSION / 100; }

#if !defined(__INTEL_LLVM_COMPILER) && !defined(SYCL_LANGUAGE_VERSION)
#error no macro of SYCL
#endif

template <typename T> struct Layout { static constexpr size_t size = sizeof(T), alignment = alignof(T); };
struct Mixed { char a; long b; short c; float d; double e; bool f; void *g; };

int main()
{
	sycl::queue q;
	long *p = sycl::malloc_shared<long>(9, q);
	q.single_task([=] {
		p[0] = where();
		p[1] = version();
		p[2] = long(Layout<Mixed>::size * 100 + Layout<Mixed>::alignment);
		p[3] = sizeof(long) * 1000 + sizeof(size_t) * 100 + sizeof(void *) * 10 + sizeof(wchar_t);
		p[4] = __cplusplus;
		p[5] = long(offsetof(Mixed, e));
		p[6] = long(sizeof(sycl::half) * 100 + alignof(sycl::double3));
		p[7] = 'a' - '\x80' > 0 ? 1 : 2; /* char is signed */
		p[8] = long(sizeof(L"abc"));
	}).wait();
	CHECK(p[0] == 1 && where() == 2 && p[1] == 2020 && version() == 2020);
	CHECK(p[2] == long(Layout<Mixed>::size * 100 + Layout<Mixed>::alignment) && p[3] == 8884 && p[4] == __cplusplus && p[5] == long(offsetof(Mixed, e)));
	CHECK(p[6] == long(sizeof(sycl::half) * 100 + alignof(sycl::double3)) && p[7] == 1 && p[8] == 16);
	return wrong;
}
