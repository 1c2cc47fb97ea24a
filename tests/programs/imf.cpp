// Functions of Intel's device library for maths, __imf_*: intel-sycl-rt has it for no device.
// expect-error: '__imf_sinf' is called but not defined
#include "check.hpp"
#include <sycl/ext/intel/math.hpp>

namespace imf = sycl::ext::intel::math;

int main()
{
	sycl::queue q;
	float *f = sycl::malloc_shared<float>(8, q);
	double *d = sycl::malloc_shared<double>(6, q);
	int *n = sycl::malloc_shared<int>(6, q);
	float x = 0.75f;
	q.single_task([=] {
		f[0] = imf::sin(x);
		f[1] = imf::rsqrt(x);
		f[2] = imf::saturate(x * 4);
		f[3] = imf::floor(-x);
		f[4] = imf::inv(x);
		f[5] = imf::erfinv(x);
		f[6] = imf::cdfnorm(x);
		f[7] = imf::trunc(x + 1);
		d[0] = imf::sqrt(2.0);
		d[1] = imf::exp10(double(x));
		d[2] = imf::copysign(double(x), -1.0);
		d[3] = imf::erfcx(double(x));
		d[4] = imf::ceil(double(x));
		d[5] = imf::rint(double(x));
		n[0] = imf::float2int_rd(-x);
		n[1] = int(imf::brev(1u) >> 31);
		n[2] = imf::clz(1);
		n[3] = imf::ffs(8);
		n[4] = imf::mulhi(1 << 20, 1 << 20);
		n[5] = int(imf::sad(5, 9, 1u));
	}).wait();
	const double floats[] = { std::sin(0.75), 1 / std::sqrt(0.75), 1, -1, 1 / 0.75, 0.813419848, 0.773372648, 1 };
	const double doubles[] = { std::sqrt(2.0), std::pow(10, 0.75), -0.75, std::exp(0.75 * 0.75) * std::erfc(0.75), 1, 1 };
	const int ints[] = { -1, 1, 31, 4, 256, 5 };
	check_near("float", 8, f, [&](size_t i) { return floats[i]; });
	check_near("double", 6, d, [&](size_t i) { return doubles[i]; }, 1e-12);
	check_each("int", 6, n, [&](size_t i) { return ints[i]; });
	return wrong;
}
