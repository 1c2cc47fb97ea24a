/* check.hpp — for test programs: compare a result with the host's, print differences, count them. */
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sycl/sycl.hpp>
#include <vector>

inline int wrong = 0;

#define CHECK(...)                                                                                                     \
	do {                                                                                                           \
		if (!(__VA_ARGS__)) {                                                                                  \
			std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #__VA_ARGS__);                        \
			wrong = 1;                                                                                     \
		}                                                                                                      \
	} while (0)

/* Element I of an array: want(I) is the host's result. At most five differences are printed. */
template <typename Got, typename Want> void check_each(const char *what, size_t count, const Got &got, Want want)
{
	int printed = 0;
	for (size_t i = 0; i < count; i++)
		if (!(got[i] == want(i))) {
			wrong = 1;
			if (printed++ < 5)
				std::printf("%s[%zu]: %g instead of %g\n", what, i, static_cast<double>(got[i]),
					    static_cast<double>(want(i)));
		}
}

/* The same within a relative error. */
template <typename Got, typename Want>
void check_near(const char *what, size_t count, const Got &got, Want want, double error = 1e-5)
{
	int printed = 0;
	for (size_t i = 0; i < count; i++) {
		double a = got[i], b = want(i);
		if (!(std::fabs(a - b) <= error * (1 + std::fabs(b))) && !(std::isnan(a) && std::isnan(b)) && a != b) {
			wrong = 1;
			if (printed++ < 5)
				std::printf("%s[%zu]: %.9g instead of %.9g\n", what, i, a, b);
		}
	}
}
