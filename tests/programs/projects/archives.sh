# Static libraries: kernels and SYCL_EXTERNAL functions in archives, named by path and by -l, members that the link does not need.
cat > library.hpp <<'X'
#pragma once
#include <sycl/sycl.hpp>
SYCL_EXTERNAL int tripled(int x);
int sum(sycl::queue &q, const int *p, int n);
X
cat > tripled.cpp <<'X'
#include "library.hpp"
SYCL_EXTERNAL int tripled(int x) { return 3 * x; }
X
cat > sum.cpp <<'X'
#include "library.hpp"
int sum(sycl::queue &q, const int *p, int n)
{
	int *s = sycl::malloc_shared<int>(1, q);
	q.single_task([=] { *s = 0; for (int i = 0; i < n; i++) *s += p[i]; }).wait();
	return *s;
}
X
cat > unused.cpp <<'X'
#include <sycl/sycl.hpp>
void unused(sycl::queue &q, int *p) { q.single_task([=] { *p = 1; }); }
X
cat > app.cpp <<'X'
#include "library.hpp"
int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(4, q);
	q.parallel_for(4, [=](sycl::id<1> i) { p[i] = tripled(int(i)); }).wait();
	return sum(q, p, 4) == 18 ? 0 : 1;
}
X
for name in tripled sum unused; do
	"$SYBIL" c++ -fsycl -O1 -c $name.cpp -o $name.o
done
ar rcs libwork.a sum.o tripled.o unused.o
"$SYBIL" c++ -fsycl -O1 app.cpp libwork.a -o app
./app
"$SYBIL" c++ -fsycl -O1 -c app.cpp -o app.o
"$SYBIL" c++ -fsycl app.o -L. -lwork -o app2
./app2
