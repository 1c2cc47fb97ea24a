# Two shared libraries with kernels in one process, linked and by dlopen, with the same names of kernels inside; one is closed again.
cat > part.cpp <<'X'
#include <sycl/sycl.hpp>
namespace { struct hidden; }
static int helper(int x) { return x + PART; }
extern "C" int NAME(sycl::queue *q)
{
	int *p = sycl::malloc_shared<int>(2, *q);
	q->single_task([=] { p[0] = helper(10); }).wait();
	q->single_task<hidden>([=] { p[1] = helper(20); }).wait();
	int r = p[0] * 100 + p[1];
	sycl::free(p, *q);
	return r;
}
X
cat > app.cpp <<'X'
#include <cstdio>
#include <dlfcn.h>
#include <sycl/sycl.hpp>
extern "C" int first(sycl::queue *q);
int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(1, q);
	q.single_task([=] { *p = 5; }).wait();
	if (*p != 5 || first(&q) != 1121)
		return 1;
	for (int round = 0; round < 2; round++) {
		void *library = dlopen("./libsecond.so", RTLD_NOW);
		if (!library)
			return std::puts(dlerror()), 2;
		auto second = reinterpret_cast<int (*)(sycl::queue *)>(dlsym(library, "second"));
		if (!second || second(&q) != 1222 || first(&q) != 1121)
			return 3;
		dlclose(library);
	}
	q.single_task([=] { *p = 6; }).wait();
	return *p == 6 ? 0 : 4;
}
X
"$SYBIL" c++ -fsycl -O1 -fPIC -shared -DNAME=first -DPART=1 part.cpp -o libfirst.so
"$SYBIL" c++ -fsycl -O1 -fPIC -c -DNAME=second -DPART=2 part.cpp -o second.o
"$SYBIL" c++ -fsycl -shared second.o -o libsecond.so
"$SYBIL" c++ -fsycl -O1 app.cpp -L. -lfirst -Wl,-rpath,"$PWD" -ldl -o app
./app
