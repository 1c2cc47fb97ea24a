/* tests/builtins/atomics.cpp — atomic operations of every type, order, scope and address space. Only compiled. */
#include <sycl/sycl.hpp>
template <class T, sycl::memory_order O, sycl::memory_scope S, sycl::access::address_space A> void ops(T &x)
{
	using namespace sycl;
	atomic_ref<T, O, S, A> a(x);
	T v = a.load();
	a.store(v);
	v = a.exchange(v);
	T e = v;
	a.compare_exchange_strong(e, v);
	a.compare_exchange_weak(e, v);
	if constexpr (std::is_pointer_v<T>) {
		a.fetch_add(1);
		a.fetch_sub(1);
		a++;
	} else {
		a.fetch_add(v);
		a.fetch_sub(v);
		a.fetch_min(v);
		a.fetch_max(v);
		a += v;
		a -= v;
		if constexpr (std::is_integral_v<T>) {
			a.fetch_and(v);
			a.fetch_or(v);
			a.fetch_xor(v);
			a++;
			--a;
		}
	}
}
template <class T> struct At {
	T *p;
	sycl::local_accessor<T, 1> l;
	void operator()(sycl::nd_item<1> i) const
	{
		using namespace sycl;
		using A = access::address_space;
		ops<T, memory_order::relaxed, memory_scope::device, A::global_space>(p[0]);
		ops<T, memory_order::acq_rel, memory_scope::work_group, A::global_space>(p[0]);
		ops<T, memory_order::seq_cst, memory_scope::system, A::global_space>(p[0]);
		ops<T, memory_order::relaxed, memory_scope::sub_group, A::generic_space>(p[0]);
		ops<T, memory_order::relaxed, memory_scope::work_item, A::local_space>(l[0]);
		ops<T, memory_order::acq_rel, memory_scope::work_group, A::local_space>(l[0]);
	}
};
template <class T> void one(sycl::queue &q)
{
	T *p = sycl::malloc_shared<T>(9, q);
	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<T, 1> l(4, h);
		h.parallel_for(sycl::nd_range<1>(16, 16), At<T>{ p, l });
	});
}
int main()
{
	sycl::queue q;
	one<int>(q);
	one<unsigned>(q);
	one<long>(q);
	one<unsigned long>(q);
	one<long long>(q);
	one<unsigned long long>(q);
	one<float>(q);
	one<double>(q);
	one<int *>(q);
}
