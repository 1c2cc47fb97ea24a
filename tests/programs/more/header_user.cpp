#include "header.hpp"



namespace { int own(sycl::queue &q) { return run_one(q, [](int x) { return x * 2; }); } }

int from_other(sycl::queue &q)
{
	return twice(q, 21) + int(twice(q, 1.5)) + own(q) + (hidden(q) - 5);
}
