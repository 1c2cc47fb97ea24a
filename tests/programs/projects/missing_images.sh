# Kernels without code for the device are refused with kernel_not_supported: no crash, and no other error.
cat > app.cpp <<'X'
#include <cstdio>
#include <sycl/sycl.hpp>
using namespace sycl;
template <class F> void attempt(const char *name, F function)
{
	try {
		function();
		std::printf("%s ran\n", name);
	} catch (const exception &e) {
		std::printf("%s: %s\n", name, e.code() == errc::kernel_not_supported ? "not supported" : e.what());
	}
}
class Plain;
int main()
{
	queue q;
	int *p = malloc_shared<int>(200, q);
	attempt("plain", [&] { q.single_task<Plain>([=] { p[0] = 5; }).wait(); });
	attempt("gpu", [&] { q.single_task([=] [[sycl::device_has(aspect::gpu)]] { p[1] = 3; }).wait(); });
	attempt("size", [&] {
		q.parallel_for(nd_range<1>(128, 128), [=](nd_item<1>) [[sycl::reqd_sub_group_size(128)]] { p[2] = 3; }).wait();
	});
	std::printf("compatible: %d\n", is_compatible({get_kernel_id<Plain>()}, q.get_device()));
	return 0;
}
X
"$SYBIL" c++ -fsycl -w -fsycl-targets=spir64_x86_64 app.cpp -o app
./app > output
printf '%s\n' 'plain ran' 'gpu: not supported' 'size: not supported' 'compatible: 1' | diff - output
"$SYBIL" show app | grep -q 'module 0'
! "$SYBIL" show app | grep -q 'module 1' # images without code are not shown
# fixed targets
run() {
	"$SYBIL" c++ -fsycl -w -fsycl-fixed-targets="$1" app.cpp -o fixed
	./fixed > output
	printf '%s\n' "plain$2" "gpu$3" "size$3" "compatible: $4" | diff - output
}
run intel_gpu_pvc ': not supported' ': not supported' 0
run intel_gpu_pvc,x86_64 ' ran' ': not supported' 1
