# Programs and libraries that use OpenCL themselves start with the loader of the root.
cat >lo.cpp <<'X'
#include <sycl/sycl.hpp>
#include <CL/cl.h>
int platforms() { cl_uint n = 0; clGetPlatformIDs(0, nullptr, &n); return n; }
#ifndef LIBRARY
int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(1, q);
	q.single_task([=] { *p = 42; }).wait();
	return *p == 42 && platforms() > 0 ? 0 : 1;
}
#endif
X
cat >main.cpp <<'X'
int platforms();
int main() { return platforms() > 0 ? 0 : 1; }
X
run() {
	"$SYBIL" c++ -fsycl -w "$@" && ./app && readelf -d app | grep -c 'NEEDED.*libsvml'
}
run lo.cpp -lOpenCL -o app
run lo.cpp -l OpenCL -Wl,--as-needed -o app
run lo.cpp "$ROOT/lib/libOpenCL.so" -o app
"$SYBIL" c++ -fsycl -w -DLIBRARY -fPIC -shared lo.cpp -lOpenCL -o libplatforms.so
"$SYBIL" c++ -fsycl main.cpp -L. -lplatforms -Wl,-rpath,"$PWD" -o app && ./app && echo library
# programs that do not use it need none of these libraries
echo 'int main() {}' >plain.cpp
"$SYBIL" c++ -fsycl plain.cpp -o plain && ./plain
! readelf -d plain | grep -E 'NEEDED.*(libsvml|libimf|OpenCL)|RPATH'
