// Ids, ranges, items, groups, sub-groups, barriers.

//: id_arithmetic run
KERNEL void run(const int *in, int *out)
{
	sycl::id<2> a(1, 2), b(3, 4);
	auto c = (a + b) * 2 - sycl::id<2>(1, 1);
	out[HERE] = in[HERE] + static_cast<int>(c[0] * 100 + c[1]) + (a == b) + (a != b);
}

//: range_size run
KERNEL void run(const int *in, int *out)
{
	sycl::range<3> r(2, 3, 4);
	out[HERE] = in[HERE] + static_cast<int>(r.size() + r.get(1) + r[2]);
}

//: nd_range_parts run
KERNEL void run(const int *in, int *out)
{
	sycl::nd_range<2> r({ 8, 6 }, { 4, 3 });
	out[HERE] = in[HERE] + static_cast<int>(r.get_global_range()[0] + r.get_local_range()[1] + r.get_group_range()[0]);
}

//: item_ids run
KERNEL void run(const int *in, int *out)
{
	auto it = ITEM;
	out[HERE] = in[HERE] + static_cast<int>(it.get_local_id(0) + 10 * it.get_group(0) + it.get_global_range(0) + it.get_local_range(0) + it.get_group_range(0));
}

//: item_linear run=4x8/2x4
PROPERTY(exp_::nd_range_kernel<2>) void run(const int *in, int *out)
{
	auto it = oneapi::this_work_item::get_nd_item<2>();
	out[it.get_global_linear_id()] = in[0] + static_cast<int>(it.get_local_linear_id() * 100 + it.get_group_linear_id());
}

//: item_offset run
KERNEL void run(const int *in, int *out) { out[HERE] = in[HERE] + static_cast<int>(ITEM.get_offset()[0]); }

//: item_nd_range run
KERNEL void run(const int *in, int *out) { out[HERE] = in[HERE] + static_cast<int>(ITEM.get_nd_range().get_group_range()[0]); }

//: group_queries run
KERNEL void run(const int *in, int *out)
{
	auto g = oneapi::this_work_item::get_work_group<1>();
	out[HERE] = in[HERE] + static_cast<int>(g.get_group_id(0) + g.get_local_id(0) + g.get_local_linear_id() + g.get_group_linear_id() +
						g.get_local_range(0) + g.get_group_range(0) + g.get_local_linear_range() + g.get_group_linear_range()) + g.leader();
}

//: sub_group_queries run
KERNEL PROPERTY(exp_::sub_group_size<8>) void run(const int *in, int *out)
{
	auto g = oneapi::this_work_item::get_sub_group();
	out[HERE] = in[HERE] + static_cast<int>(g.get_group_id()[0] * 1000 + g.get_local_id()[0] * 100 + g.get_local_range()[0] * 10 + g.get_group_range()[0] +
						g.get_group_linear_id() + g.get_local_linear_id() + g.get_local_linear_range()) + g.leader();
}

//: barrier_group run
KERNEL void run(const int *in, int *out)
{
	out[HERE] = in[HERE];
	sycl::group_barrier(oneapi::this_work_item::get_work_group<1>());
	out[256 + HERE] = out[HERE ^ 1];
}

//: barrier_scope
KERNEL void waits(int *out) { sycl::group_barrier(oneapi::this_work_item::get_work_group<1>(), sycl::memory_scope::device); out[HERE] = 1; }

//: barrier_sub_group
KERNEL void waits(int *out) { sycl::group_barrier(oneapi::this_work_item::get_sub_group()); out[HERE] = 1; }

//: barrier_of_item
KERNEL void waits(int *out) { ITEM.barrier(sycl::access::fence_space::local_space); out[HERE] = 1; }

//: atomic_fence_@A_@B | A=relaxed,acquire,release,acq_rel,seq_cst B=work_group,work_item,sub_group,device,system
KERNEL void fences(int *out) { sycl::atomic_fence(sycl::memory_order::@A, sycl::memory_scope::@B); out[HERE] = 1; }

//: async_copy
KERNEL void copies(int *in, int *out)
{
	static exp_::work_group_static<int[16]> tile;
	auto g = oneapi::this_work_item::get_work_group<1>();
	g.async_work_group_copy(sycl::local_ptr<int>(&tile[0]), sycl::global_ptr<int>(in), 16).wait();
	out[HERE] = tile[0];
}

//: free_functions_experimental refused
KERNEL void run(int *out) { out[exp_::this_work_item::get_nd_item<1>().get_global_id(0)] = 1; }
