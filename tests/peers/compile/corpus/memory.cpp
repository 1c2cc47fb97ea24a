// Atomics, local memory, pointers, specialization constants.

//: atomic_@F run=16/16 | F=fetch_add,fetch_sub,fetch_and,fetch_or,fetch_xor,fetch_min,fetch_max,exchange
KERNEL void run(const int *in, int *out)
{
	sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device, sycl::access::address_space::global_space> a(out[HERE]);
	a.store(in[HERE]);
	out[64 + HERE] = a.@F(12);
}

//: atomic_operators run=16/16
KERNEL void run(const int *in, int *out)
{
	sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device, sycl::access::address_space::global_space> a(out[HERE]);
	a = in[HERE];
	a++, ++a, a += 5, a--, a -= 2, a |= 16, a &= 0xffff, a ^= 3;
	out[64 + HERE] = a;
}

//: atomic_compare_exchange run=16/16
KERNEL void run(const int *in, int *out)
{
	sycl::atomic_ref<int, sycl::memory_order::acq_rel, sycl::memory_scope::device, sycl::access::address_space::global_space> a(out[HERE]);
	int expected = static_cast<int>(HERE) & 1;
	out[64 + HERE] = a.compare_exchange_strong(expected, in[HERE]) + 2 * expected;
}

//: atomic_float_@F run=16/16 | F=fetch_add,fetch_sub,fetch_min,fetch_max
KERNEL void run(const float *in, float *out)
{
	sycl::atomic_ref<float, sycl::memory_order::relaxed, sycl::memory_scope::device, sycl::access::address_space::global_space> a(out[HERE]);
	a.store(in[HERE]);
	out[64 + HERE] = a.@F(1.5f);
}

//: atomic_generic_space run=16/16
KERNEL void run(const int *in, int *out)
{
	sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device> a(out[0]);
	a.fetch_add(in[HERE]);
}

//: atomic_pointer
KERNEL void moves(int **out) { sycl::atomic_ref<int *, sycl::memory_order::relaxed, sycl::memory_scope::device>(out[0]).fetch_add(1); }

//: atomic_short refused
KERNEL void counts(short *out) { sycl::atomic_ref<short, sycl::memory_order::relaxed, sycl::memory_scope::device>(out[0]).fetch_add(1); }

//: local_static run
static exp_::work_group_static<int[16]> tile;
KERNEL void run(const int *in, int *out)
{
	auto it = ITEM;
	tile[it.get_local_id(0)] = in[HERE];
	sycl::group_barrier(it.get_group());
	out[HERE] = tile[15 - it.get_local_id(0)];
}

//: local_static_in_function run
KERNEL void run(const int *in, int *out)
{
	static exp_::work_group_static<int[16]> tile;
	auto it = ITEM;
	tile[it.get_local_id(0)] = in[HERE];
	sycl::group_barrier(it.get_group());
	out[HERE] = tile[15 - it.get_local_id(0)];
}

//: local_automatic ours
// DPC++ moves it to local memory. Here it must be static.
KERNEL void run(const int *in, int *out)
{
	exp_::work_group_static<int> one;
	one = in[0];
	out[HERE] = one;
}

//: local_memory_of_group run dpcpp alone
KERNEL void run(const int *in, int *out)
{
	auto it = ITEM;
	auto tile = oneapi::group_local_memory_for_overwrite<int[16]>(it.get_group());
	(*tile)[it.get_local_id(0)] = in[HERE];
	sycl::group_barrier(it.get_group());
	out[HERE] = (*tile)[15 - it.get_local_id(0)];
}

//: local_memory_initialised run dpcpp alone
KERNEL void run(const int *in, int *out)
{
	auto tile = oneapi::group_local_memory<int>(oneapi::this_work_item::get_work_group<1>(), 7);
	out[HERE] = *tile + in[HERE];
}

//: scratch_memory dpcpp alone
KERNEL void uses(int *out)
{
	int *scratch = static_cast<int *>(exp_::get_work_group_scratch_memory());
	scratch[0] = 1;
	out[HERE] = scratch[0];
}

//: multi_ptr_global run
KERNEL void run(const int *in, int *out)
{
	sycl::global_ptr<const int> p(in);
	p += 3;
	out[HERE] = p[0] + *(p + 1) + static_cast<int>(p - sycl::global_ptr<const int>(in));
}

//: multi_ptr_cast run
KERNEL void run(const int *in, int *out)
{
	auto p = sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::no>(in);
	out[HERE] = p.get()[HERE] + (p != nullptr);
}

//: multi_ptr_decorated
KERNEL void points(int *in, int *out) { out[HERE] = *sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::yes>(in).get_decorated(); }

//: accessor_read_write
KERNEL void uses(sycl::accessor<float, 1, sycl::access_mode::read> in, sycl::accessor<float, 1, sycl::access_mode::write> out) { out[HERE] = in[HERE]; }

//: accessor_3
KERNEL void uses(sycl::accessor<int, 3> a) { a[{ 1, 2, 3 }] = static_cast<int>(a.get_range()[0]); }

//: accessor_rows
KERNEL void uses(sycl::accessor<int, 2> a) { a[1][2] = 4; }

//: accessor_pointer
KERNEL void uses(sycl::accessor<int, 1> a) { a.get_multi_ptr<sycl::access::decorated::no>()[HERE] = static_cast<int>(a.size()); }

//: accessor_0
KERNEL void uses(sycl::accessor<int, 0> a) { a = 4; }

//: accessor_in_struct
struct both { sycl::accessor<int, 1> a; int n; };
KERNEL void uses(both b) { b.a[HERE] = b.n; }

//: local_accessor_2
KERNEL void uses(sycl::local_accessor<float, 2> local, float *out) { local[{ 1, 2 }] = 1; out[HERE] = local[{ 1, 2 }]; }

//: local_accessor_0
KERNEL void uses(sycl::local_accessor<float, 0> local, float *out) { local = 1; out[HERE] = local; }

//: work_group_memory_scalar
KERNEL void uses(exp_::work_group_memory<float> local, float *out) { local = 1; out[HERE] = local; }

//: work_group_memory_struct
struct pair { int a; float b; };
KERNEL void uses(exp_::work_group_memory<pair> local, float *out) { (&local)->a = 1; out[HERE] = (&local)->a; }

//: print
KERNEL void prints(int *out) { exp_::printf("%d\n", out[HERE]); }

//: assertion
KERNEL void asserts(int *out) { assert(out[HERE] < 5); }

//: bit_cast run
KERNEL void run(const float *in, int *out) { out[HERE] = sycl::bit_cast<int>(in[HERE]); }
