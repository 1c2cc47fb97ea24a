# -fno-sycl-rdc: sources do not see each other's device functions; -fsycl-rdc: they do.
cat > a.cpp <<'X'
#include <sycl/sycl.hpp>
SYCL_EXTERNAL int shared_function(int x);
int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(1, q);
	q.single_task([=] { *p = shared_function(4); }).wait();
	return *p == 9 ? 0 : 1;
}
X
cat > b.cpp <<'X'
#include <sycl/sycl.hpp>
SYCL_EXTERNAL int shared_function(int x) { return 2 * x + 1; }
X
"$SYBIL" c++ -fsycl -O1 -fsycl-rdc a.cpp b.cpp -o app
./app
if "$SYBIL" c++ -fsycl -O1 -fno-sycl-rdc a.cpp b.cpp -o app2 2> output; then
	echo "links without the function"
	exit 1
fi
grep -q shared_function output
