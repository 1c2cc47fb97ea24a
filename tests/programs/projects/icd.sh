# The program names the OpenCL driver of its root for itself; -fno-sycl-icd leaves that out; a choice in the environment wins.
cat > app.cpp <<'X'
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sycl/sycl.hpp>
int main(int argc, char **argv)
{
	const char *named = std::getenv("OCL_ICD_FILENAMES");
	std::printf("%s\n", named ? named : "none");
	if (argc > 1)
		return 0;
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(1, q);
	q.single_task([=] { *p = 3; }).wait();
	return *p == 3 ? 0 : 1;
}
X
"$SYBIL" c++ -fsycl -O1 app.cpp -o app
./app > output
if ! grep -q libintelocl /etc/OpenCL/vendors/* 2>/dev/null; then
	grep -q "lib/libintelocl.so" output
fi
[ "$(OCL_ICD_FILENAMES=mine.so ./app only)" = mine.so ]
ONEAPI_DEVICE_SELECTOR=opencl:cpu ./app > output
"$SYBIL" c++ -fsycl -O1 -fno-sycl-icd app.cpp -o app
[ "$(env -u OCL_ICD_FILENAMES ./app only)" = none ]
