# Several files with -c, links in any order, -MD, -MF, -MMD, an object without SYCL, and a rebuild of nothing.
cat > kernels.hpp <<'X'
#pragma once
#include <sycl/sycl.hpp>
SYCL_EXTERNAL float scaled(float x);
void run(sycl::queue &q, float *p, int n);
extern "C" int plain(int x);
X
cat > device.cpp <<'X'
#include "kernels.hpp"
SYCL_EXTERNAL float scaled(float x) { return x * 2.5f; }
X
cat > run.cpp <<'X'
#include "kernels.hpp"
void run(sycl::queue &q, float *p, int n) { q.parallel_for(n, [=](sycl::id<1> i) { p[i] = scaled(float(i)); }).wait(); }
X
cat > plain.c <<'X'
int plain(int x) { return x + 1; }
X
cat > main.cpp <<'X'
#include "kernels.hpp"
int main()
{
	sycl::queue q;
	float *p = sycl::malloc_shared<float>(8, q);
	run(q, p, 8);
	q.single_task([=] { p[0] = scaled(4); }).wait();
	return p[0] == 10 && p[7] == 17.5f && plain(1) == 2 ? 0 : 1;
}
X
"$SYBIL" c++ -fsycl -O1 -c device.cpp -o device.o
"$SYBIL" c++ -fsycl -O1 -c -MD -MF run.d run.cpp -o run.o
"$SYBIL" c++ -fsycl -O1 -c -MMD main.cpp
"$SYBIL" c++ -fsycl -O1 -c -MMD -MF device.d device.cpp -o device.o
cc -c plain.c -o plain.o
grep -q 'kernels\.hpp' run.d
grep -q 'sycl/sycl\.hpp' run.d
grep -q '^run\.o:' run.d
grep -q 'kernels\.hpp' main.d
grep -q 'kernels\.hpp' device.d
[ "$(grep -c 'sycl/' main.d device.d | grep -v ':0$')" = "" ]
"$SYBIL" c++ -fsycl main.o plain.o run.o device.o -o app
./app
mkdir -p elsewhere
mv app elsewhere
(cd / && "$OLDPWD/elsewhere/app")
"$SYBIL" show elsewhere/app | grep -qi kernel
