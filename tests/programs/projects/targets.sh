# Splitting, targets and packages: what `show` and `check` print about programs.
cat > app.cpp <<'X'
#include <sycl/sycl.hpp>
class plain_kernel;
class double_kernel;
int main()
{
	sycl::queue q;
	double *p = sycl::malloc_shared<double>(2, q);
	q.single_task<plain_kernel>([=] { reinterpret_cast<int *>(p)[2] = 0; p[1] = p[1]; }).wait();
	q.single_task<double_kernel>([=] { p[0] = 1.5; p[1] = p[0] * 2; }).wait();
	return p[1] == 3 ? 0 : 1;
}
X
"$SYBIL" c++ -fsycl -O1 -fsycl-targets=spir64 -fsycl-device-code-split=per_kernel app.cpp -o app
./app
"$SYBIL" show app > output
grep -q plain_kernel output
grep -q double_kernel output
"$SYBIL" c++ -fsycl -O1 -fsycl-device-code-split=off -c app.cpp -o app.o
"$SYBIL" show app.o | grep -q "kind: bitcode"
"$SYBIL" c++ -fsycl -fsyclbin app.cpp -o app.syclbin
"$SYBIL" show app.syclbin | grep -q double_kernel
