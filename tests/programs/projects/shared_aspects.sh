# Functions that a shared library exports share an image only if they need the same: a device may lack what others need.
cat > library.cpp <<'Y'
#include <sycl/sycl.hpp>
SYCL_EXTERNAL int plain(int a) { return a + 1; }
SYCL_EXTERNAL int both(int a) { return plain(a) + 1; }
SYCL_EXTERNAL int real(int a) { return (int)(a * 0.5); }
[[sycl::device_has(sycl::aspect::gpu)]] SYCL_EXTERNAL int gpu(int a) { return a + 2; }
Y
cat > app.cpp <<'Y'
#include <cstdio>
#include <sycl/sycl.hpp>
SYCL_EXTERNAL int both(int);
[[sycl::device_has(sycl::aspect::gpu)]] SYCL_EXTERNAL int gpu(int);
int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(1, q);
	q.single_task<class Both>([=] { *p = both(40); }).wait();
	std::printf("%d\n", *p);
	try {
		q.single_task<class Gpu>([=] { *p = gpu(40); }).wait();
	} catch (const sycl::exception &e) {
		std::printf("%s\n", e.code() == sycl::errc::kernel_not_supported ? "not supported" : e.what());
	}
	return 0;
}
Y
for split in auto per_source off; do
	"$SYBIL" c++ -fsycl -w -fPIC -shared -fsycl-device-code-split=$split -fsycl-allow-device-image-dependencies library.cpp -o libx.so
	"$SYBIL" show libx.so | grep -E 'exports|aspects' | sed 's/^ *//' | paste - - | sort > images
	printf '%s\t%s\n' 'exports: gpu(int)' 'aspects: gpu' 'exports: plain(int), both(int)' 'aspects: (none)' \
		'exports: real(int)' 'aspects: fp64' | diff - images
	"$SYBIL" check libx.so
done
"$SYBIL" c++ -fsycl -w -fsycl-allow-device-image-dependencies app.cpp -L. -l:libx.so -Wl,-rpath,"$PWD" -o app
./app > output
printf '%s\n' 42 'not supported' | diff - output
