# One program for Intel's devices and NVIDIA GPUs: both images have the same kernels, and it runs on the CPU as before.
cat > kernels.cpp <<'X'
#include <sycl/sycl.hpp>
SYCL_EXTERNAL int twice(int);
class offsets;
class locals;
constexpr sycl::specialization_id<int> step(3);
void run(sycl::queue &q, int *p)
{
	q.submit([&](sycl::handler &h) {
		h.set_specialization_constant<step>(5);
		h.parallel_for<offsets>(sycl::range<1>(8), [=](sycl::id<1> i, sycl::kernel_handler k) {
			p[i] = twice(i) + k.get_specialization_constant<step>();
		});
	}).wait();
	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<int, 1> l(8, h);
		h.parallel_for<locals>(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> i) {
			l[i.get_local_id(0)] = p[i.get_local_id(0)];
			sycl::group_barrier(i.get_group());
			p[i.get_local_id(0)] += sycl::reduce_over_group(i.get_group(), l[7 - i.get_local_id(0)], sycl::plus<>());
		});
	}).wait();
}
X
cat > main.cpp <<'X'
#include <sycl/sycl.hpp>
void run(sycl::queue &, int *);
SYCL_EXTERNAL int twice(int x) { return 2 * x; }
int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(8, q), wrong = 0;
	run(q, p);
	for (int i = 0; i < 8; i++)
		wrong += p[i] != 2 * i + 5 + 96;
	return wrong;
}
X
# objects hold code for spir64, from which both kinds of images are made
"$SYBIL" c++ -fsycl -O2 -fsycl-targets=spir64,nvptx64-nvidia-cuda -c kernels.cpp -o kernels.o
"$SYBIL" show kernels.o | grep -c "kind: bitcode" | grep -qx 1
"$SYBIL" c++ -fsycl -O2 -c main.cpp -o main.o
ar rc libkernels.a kernels.o
"$SYBIL" c++ -fsycl -O2 -fsycl-targets=spir64,nvptx64-nvidia-cuda main.o -L. -lkernels -o app
./app
"$SYBIL" show app > output
grep -c 'ir *spirv *spir64 ' output | grep -qx 1
grep -c 'ir *ptx *nvptx64 ' output | grep -qx 1
"$SYBIL" extract app --out-dir=images > /dev/null
cat images/*.ptx > code.ptx
grep -q 'entry _ZTS7offsets_with_offset(' code.ptx
! grep -q 'entry _ZTS6locals_with_offset(' code.ptx || exit 1
grep -q '\.extern \.shared' code.ptx
"$SYBIL" check app --target=nvidia_gpu_sm_90 | grep -q yes
# for NVIDIA GPUs alone; a function of another file is missing
"$SYBIL" c++ -fsycl -O2 -fsycl-targets=nvidia_gpu_sm_90 main.cpp kernels.cpp -o alone
"$SYBIL" show alone | grep -qE '(native|ptx) +nvptx64 '
! "$SYBIL" c++ -fsycl -O2 -fsycl-targets=nvptx64-nvidia-cuda kernels.cpp -shared -fPIC -o missing.so 2> errors || exit 1
grep -q "twice.*is called but not defined" errors
