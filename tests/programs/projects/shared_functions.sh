# Kernels call SYCL_EXTERNAL functions of a shared library: the runtime links the images. A function that nothing defines is an error.
cat > library.cpp <<'X'
#include <sycl/sycl.hpp>
SYCL_EXTERNAL int triple(int a) { return a * 3; }
SYCL_EXTERNAL int twice(int a) { double d = a; return (int)(d * 2.0); }
extern "C" int own(sycl::queue *q)
{
	int *p = sycl::malloc_shared<int>(1, *q);
	q->single_task<class Own>([=] { p[0] = triple(5); }).wait();
	return p[0];
}
X
cat > app.cpp <<'X'
#include <sycl/sycl.hpp>
SYCL_EXTERNAL int triple(int);
SYCL_EXTERNAL int twice(int);
extern "C" int own(sycl::queue *q);
int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(2, q);
	q.single_task<class First>([=] { p[0] = triple(14); }).wait();
	q.single_task<class Second>([=] { p[1] = twice(14); }).wait();
	return p[0] == 42 && p[1] == 28 && own(&q) == 15 ? 0 : 1;
}
X
"$SYBIL" c++ -fsycl -w -fPIC -shared -fsycl-allow-device-image-dependencies library.cpp -o libx.so
"$SYBIL" c++ -fsycl -fsycl-allow-device-image-dependencies -c app.cpp -o app.o
"$SYBIL" c++ -fsycl -fsycl-allow-device-image-dependencies app.o -L. -lx -Wl,-rpath,"$PWD" -o app
./app
"$SYBIL" show app | grep -A2 'imported symbols' | grep -q 'triple\|twice'
"$SYBIL" check app
"$SYBIL" c++ -fsycl -fsycl-allow-device-image-dependencies app.o libx.so -Wl,-rpath,"$PWD" -o app
./app
! "$SYBIL" c++ -fsycl -fsycl-allow-device-image-dependencies app.o -o none 2> errors
grep -q "_Z6triplei' is called but not defined" errors
