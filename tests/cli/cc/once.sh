# With -g, one use of an aspect is one warning, at the use: not in the kernel that the front end makes of a function, nor in the
# functions of the SYCL headers that it calls.
. "$SRC/tests/cli/cc/_sources"
cat >kernel.cpp <<-'END'
	#include <sycl/sycl.hpp>
	namespace ext = sycl::ext::oneapi::experimental;
	SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
	void scale(double *x, double a) { x[0] *= a; }
END
cat >lambda.cpp <<-'END'
	#include <sycl/sycl.hpp>
	void scale(sycl::queue q, sycl::buffer<double> b, double a)
	{
		q.submit([&](sycl::handler &h) {
			sycl::accessor x(b, h);
			h.parallel_for<class scaling>(sycl::range<1>(4), [=](sycl::id<1> i) { x[i] *= a; });
		});
	}
END
for file in kernel lambda; do
	sybil cc -g -fsycl-fixed-targets=intel_gpu_dg1 $file.cpp -o $file.syclbin 2>said
	sed -n 's/ function .* uses/ function … uses/; /warning:/p' said
done
