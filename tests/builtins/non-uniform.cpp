/* tests/builtins/non-uniform.cpp — groups of some work-items of a sub-group. Only compiled. */
#include <sycl/sycl.hpp>
#include <complex>
namespace x = sycl::ext::oneapi::experimental;
template <class G> void all(G g, int *p)
{
	using namespace sycl;
	int v = p[0];
	p[1] = reduce_over_group(g, v, plus<>());
	p[2] = inclusive_scan_over_group(g, v, plus<>());
	p[3] = any_of_group(g, v > 1) + all_of_group(g, v > 2);
	p[4] = group_broadcast(g, v, 0);
	p[5] = g.get_local_linear_id();
	p[6] = g.leader();
	group_barrier(g);
	p[7] = shift_group_left(g, v, 1);
	p[8] = permute_group_by_xor(g, v, 1);
	p[9] = select_from_group(g, v, 0);
	p[2] = exclusive_scan_over_group(g, v, sycl::bit_or<>());
}
int main()
{
	sycl::queue q;
	using namespace sycl;
	int *p = malloc_shared<int>(99, q);
	q.parallel_for(nd_range<1>(64, 16), [=](nd_item<1> i) {
		auto g = i.get_sub_group();
		if (p[0])
			all(x::entangle(g), p);
		all(x::chunked_partition<4>(g), p);
		auto b = x::binary_partition(g, p[0] > 1);
		all(b, p);
		auto o = x::this_work_item::get_opportunistic_group();
		all(o, p);
	});
}
