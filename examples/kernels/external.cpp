/* external.cpp — a function for kernels of other files (external_user.cpp). */
#include <sycl/sycl.hpp>

SYCL_EXTERNAL float shade(float x, int steps);
SYCL_EXTERNAL float shade(float x, int steps)
{
	for (int i = 0; i < steps; i++)
		x = x * (1.5f - 0.5f * x);
	return x;
}
