// Unnamed kernels in a header that two sources include; each source has kernels of its own on the same lines.
// files: more/header_user.cpp
#include "check.hpp"
#include "more/header.hpp"

int from_other(sycl::queue &q);
namespace { int own(sycl::queue &q) { return run_one(q, [](int x) { return x + 1; }); } }

int main()
{
	sycl::queue q;
	CHECK(twice(q, 21) == 42);
	CHECK(twice(q, 1.5) == 3.0);
	CHECK(own(q) == 101);
	CHECK(from_other(q) == 42 + 3 + 200);
	CHECK(hidden(q) == 5);
	return wrong;
}
