/* options.cpp — prices of European options by the formula of Black and Scholes. */
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;

static float normal(float x)
{
	return 0.5f * sycl::erfc(-x * 0.70710678f);
}

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::nd_range_kernel<1>)) void price(const float *prices, const float *strikes,
												    const float *years, float *calls,
												    float *puts, float rate, float volatility)
{
	size_t i = oneapi::this_work_item::get_nd_item<1>().get_global_id(0);
	float root = volatility * sycl::sqrt(years[i]);
	float d1 = (sycl::log(prices[i] / strikes[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / root;
	float d2 = d1 - root;
	float later = strikes[i] * sycl::exp(-rate * years[i]);

	calls[i] = prices[i] * normal(d1) - later * normal(d2);
	puts[i] = later * normal(-d2) - prices[i] * normal(-d1);
}
