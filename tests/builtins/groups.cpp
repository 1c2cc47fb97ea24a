/* tests/builtins/groups.cpp — algorithms, shuffles, ballots and barriers of work-groups and sub-groups. Only compiled.
 */
#include <sycl/sycl.hpp>
#include <complex>
template <class G, class T> void algorithms(G g, T *p)
{
	using namespace sycl;
	namespace x = ext::oneapi;
	T v = p[0];
	T s = v;
	s += reduce_over_group(g, v, plus<T>());
	s += reduce_over_group(g, v, minimum<T>());
	s += reduce_over_group(g, v, maximum<T>());
	s += reduce_over_group(g, v, multiplies<T>());
	s += inclusive_scan_over_group(g, v, plus<T>());
	s += exclusive_scan_over_group(g, v, plus<T>());
	s += exclusive_scan_over_group(g, v, multiplies<T>());
	if constexpr (std::is_integral_v<T>) {
		s += reduce_over_group(g, v, bit_and<T>());
		s += reduce_over_group(g, v, bit_or<T>());
		s += reduce_over_group(g, v, bit_xor<T>());
	}
	s += group_broadcast(g, v);
	s += group_broadcast(g, v, 1);
	s += joint_reduce(g, p, p + 8, plus<T>());
	joint_inclusive_scan(g, p, p + 8, p + 8, plus<T>());
	joint_exclusive_scan(g, p, p + 8, p + 8, plus<T>());
	if (any_of_group(g, v > T(1)) && all_of_group(g, v > T(1)) || none_of_group(g, v > T(2)) ||
	    joint_any_of(g, p, p + 8, [](T q) { return q > T(3); }))
		s += T(1);
	group_barrier(g);
	if (g.leader())
		p[1] = s;
}
template <class T> void shuffles(sycl::sub_group g, T *p)
{
	using namespace sycl;
	T v = p[0];
	int k = g.get_local_linear_id();
	p[1] = shift_group_left(g, v, 1);
	p[2] = shift_group_right(g, v, 2);
	p[3] = permute_group_by_xor(g, v, 3);
	p[4] = select_from_group(g, v, k);
	p[5] = group_broadcast(g, v, 1);
}
template <class T> struct Groups {
	T *p;
	void operator()(sycl::nd_item<1> i) const
	{
		algorithms(i.get_group(), p);
		algorithms(i.get_sub_group(), p);
		shuffles(i.get_sub_group(), p);
	}
};
struct S {
	int a;
	double b;
	char c;
};
template <class... T> void all(sycl::queue &q)
{
	(q.parallel_for(sycl::nd_range<1>(64, 16), Groups<T>{ sycl::malloc_shared<T>(99, q) }), ...);
}
int main()
{
	sycl::queue q;
	using namespace sycl;
	all<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t, half, float, double>(q);
	float4 *f = malloc_shared<float4>(99, q);
	S *s = malloc_shared<S>(99, q);
	int *p = malloc_shared<int>(99, q);
	marray<int, 3> *m = malloc_shared<marray<int, 3>>(9, q);
	q.parallel_for(nd_range<2>({ 16, 16 }, { 4, 4 }), [=](nd_item<2> i) {
		auto g = i.get_sub_group();
		shuffles(g, f);
		shuffles(g, s);
		shuffles(g, m);
		f[7] = reduce_over_group(g, f[0], plus<>());
		s[8] = group_broadcast(i.get_group(), s[1]);
		s[9] = group_broadcast(g, s[1], 1);
		f[8] = reduce_over_group(i.get_group(), f[0], f[1], plus<>());
		bool *b = (bool *)p;
		b[0] = reduce_over_group(g, b[1], logical_and<bool>());
		auto mask = ext::oneapi::group_ballot(g, p[0] > 1);
		p[3] = mask.count();
		p[4] = mask.any();
		unsigned bits;
		mask.extract_bits(bits);
		p[5] = bits;
		p[6] = mask.find_low();
		i.barrier(access::fence_space::local_space);
		i.barrier();
		g.barrier();
		group_barrier(i.get_group(), memory_scope::device);
		atomic_fence(memory_order::seq_cst, memory_scope::work_group);
		i.mem_fence();
		p[8] = i.get_global_linear_id() + g.get_group_linear_id() + g.get_local_range()[0] +
		       g.get_max_local_range()[0] + g.get_group_linear_range();
	});
}
