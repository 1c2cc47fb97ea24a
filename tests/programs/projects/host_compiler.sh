# g++ compiles the host code.
cat > app.cpp <<'X'
#include <sycl/sycl.hpp>
#ifdef __SYCL_DEVICE_ONLY__
constexpr bool host_is_gcc = true;
#elif defined(__clang__) || !defined(FROM_OPTIONS)
constexpr bool host_is_gcc = false;
#else
constexpr bool host_is_gcc = true;
#endif
class scale;
struct Functor { int *p; void operator()(sycl::id<1> i) const { p[i] = int(i) * 3; } };
int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(8, q);
	q.parallel_for(sycl::range<1>(8), Functor{ p }).wait();
	q.parallel_for<scale>(sycl::range<1>(8), [=](sycl::id<1> i) { p[i] += 1; }).wait();
	return host_is_gcc && p[7] == 22 ? 0 : 1;
}
X
"$SYBIL" c++ -fsycl -O1 -fsycl-host-compiler=g++ '-fsycl-host-compiler-options=-DFROM_OPTIONS -w' -fno-sycl-unnamed-lambda app.cpp -o app
./app
