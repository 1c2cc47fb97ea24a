# Native code for GPUs beside SPIR-V, where ocloc is installed; a compiler that is missing is an error with its name.
cat > app.cpp <<'X'
#include <sycl/sycl.hpp>
int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(1, q);
	q.single_task([=] { *p = 4; }).wait();
	return *p == 4 ? 0 : 1;
}
X
if command -v ocloc > /dev/null; then
	"$SYBIL" c++ -fsycl -fsycl-targets=spir64,intel_gpu_pvc app.cpp -o app
	./app
	"$SYBIL" show app | grep -q intel_gpu_pvc
fi
mkdir tools
for name in clang-15 llvm-spirv-15 objcopy ld; do ln -s "$(command -v $name)" tools; done
! PATH=$PWD/tools "$SYBIL" c++ -fsycl -fsycl-targets=intel_gpu_pvc app.cpp -o other 2> errors
grep -q 'ocloc' errors
! test -e other
