// Names of the headers that other sources do not use.

//: alias_vectors_@T run=1/1 | T=char,uchar,short,ushort,int,uint,long,ulong,half,float,double
TASK void run(const int *, int *out) { out[0] = sizeof(sycl::@T2), out[1] = sizeof(sycl::@T3), out[2] = sizeof(sycl::@T4), out[3] = sizeof(sycl::@T8), out[4] = sizeof(sycl::@T16); }

//: alias_arrays_@T run=1/1 | T=bool,char,schar,uchar,short,ushort,int,uint,long,ulong,half,float,double
TASK void run(const int *, int *out) { out[0] = sizeof(sycl::m@T2), out[1] = sizeof(sycl::m@T3), out[2] = sizeof(sycl::m@T4), out[3] = sizeof(sycl::m@T8), out[4] = sizeof(sycl::m@T16); }

//: vec_elements run
KERNEL void run(const int *in, int *out)
{
	sycl::int16 v(in[HERE]);
	v.s0() = 1, v.s1() = 2, v.s2() = 3, v.s3() = 4, v.s4() = 5, v.s5() = 6, v.s6() = 7, v.s7() = 8;
	v.s8() = 9, v.s9() = 10, v.sA() = 11, v.sB() = 12, v.sC() = 13, v.sD() = 14, v.sE() = 15, v.sF() = 16;
	sycl::int4 w(v[1], v[2], v[14], v[15]);
	out[HERE] = v[7] + w.r() + w.g() + w.b() * 100 + w.a() + w.rgb()[2] + w.rgba()[3] + w.swizzle<sycl::elem::z, sycl::elem::s1>()[0];
}

//: vec_swizzle_bgra run
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::int4(in[HERE], 1, 2, 3).bgra()[0]; }

//: vec_members run
KERNEL void run(const int *in, int *out)
{
	using vector = sycl::vec<int, 4>;
	vector::element_type a = in[HERE];
	vector::value_type b = 3;
	out[HERE] = vector(a, b, 1, 2)[1] + a;
}

//: removed_vector_t dpcpp
KERNEL void uses(int *out) { sycl::int4::vector_t v = sycl::int4(out[HERE]); out[HERE] = sycl::int4(v)[1]; }

//: vec_old_sizes run
KERNEL void run(const int *in, int *out) { out[HERE] = static_cast<int>(sycl::int4::get_count() + sycl::int4::get_size()) + in[0]; }

//: marray_members run
KERNEL void run(const int *in, int *out)
{
	using array = sycl::marray<int, 3>;
	array a(in[HERE], 2, 3);
	array::reference first = a[0];
	array::const_reference second = a[1];
	int sum = first * second;
	for (array::iterator i = a.begin(); i != a.end(); ++i)
		sum += *i;
	for (array::const_iterator i = a.begin(); i != a.end(); ++i)
		sum -= *i / 2;
	out[HERE] = sum;
}

//: pointer_aliases run=1/1
TASK void run(const int *, int *out)
{
	out[0] = sizeof(sycl::raw_global_ptr<int>) + sizeof(sycl::raw_local_ptr<int>) + sizeof(sycl::raw_private_ptr<int>);
	out[1] = sizeof(sycl::decorated_global_ptr<int>) + sizeof(sycl::decorated_local_ptr<int>) + sizeof(sycl::decorated_private_ptr<int>);
}

//: pointer_generic
KERNEL void points(int *out) { sycl::generic_ptr<int> p(out); p[HERE] = 1; }

//: pointer_legacy
KERNEL void points(int *out) { sycl::multi_ptr<int, sycl::access::address_space::global_space, sycl::access::decorated::legacy> p(out); p[HERE] = 1; }

//: pointer_members run
KERNEL void run(const int *in, int *out)
{
	using type = sycl::multi_ptr<const int, sycl::access::address_space::global_space, sycl::access::decorated::yes>;
	type p = sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::yes>(in);
	type::value_type x = *p;
	type::reference r = p[1];
	type::difference_type d = 2;
	type::pointer q = p.get_decorated();
	out[HERE] = x + r + q[d] + p.get_raw()[3] + type::is_decorated;
}

//: pointer_space_names run=1/1
TASK void run(const int *, int *out)
{
	using space = sycl::access::address_space;
	int i = 0;
	out[i++] = static_cast<int>(space::private_space);
	out[i++] = static_cast<int>(space::global_space);
	out[i++] = static_cast<int>(space::constant_space);
	out[i++] = static_cast<int>(space::local_space);
	out[i++] = static_cast<int>(space::generic_space);
}

//: removed_space_@A refused | A=device,host
KERNEL void uses(int *out) { out[HERE] = static_cast<int>(sycl::access::address_space::ext_intel_global_@A_space); }

//: access_names run=1/1
TASK void run(const int *, int *out)
{
	using sycl::access::mode;
	int i = 0;
	out[i++] = static_cast<int>(mode::read);
	out[i++] = static_cast<int>(mode::write);
	out[i++] = static_cast<int>(mode::read_write);
	out[i++] = static_cast<int>(mode::discard_write);
	out[i++] = static_cast<int>(mode::discard_read_write);
	out[i++] = static_cast<int>(mode::atomic);
	out[i++] = static_cast<int>(sycl::access_mode::read);
	out[i++] = static_cast<int>(sycl::access_mode::write);
	out[i++] = static_cast<int>(sycl::access_mode::read_write);
	using sycl::access::fence_space;
	out[i++] = static_cast<int>(fence_space::local_space);
	out[i++] = static_cast<int>(fence_space::global_space);
	out[i++] = static_cast<int>(fence_space::global_and_local);
	using sycl::access::placeholder;
	out[i++] = static_cast<int>(placeholder::false_t);
	out[i++] = static_cast<int>(placeholder::true_t);
	out[i++] = static_cast<int>(sycl::access::decorated::no) + 10 * static_cast<int>(sycl::access::decorated::yes);
}

//: access_targets run=1/1
TASK void run(const int *, int *out)
{
	using sycl::access::target;
	int i = 0;
	out[i++] = static_cast<int>(target::global_buffer);
	out[i++] = static_cast<int>(target::constant_buffer);
	out[i++] = static_cast<int>(target::local);
	out[i++] = static_cast<int>(target::image);
	out[i++] = static_cast<int>(target::host_buffer);
	out[i++] = static_cast<int>(target::host_image);
	out[i++] = static_cast<int>(target::image_array);
	out[i++] = static_cast<int>(target::host_task);
	out[i++] = static_cast<int>(target::device);
	out[i++] = static_cast<int>(sycl::target::device);
}

//: memory_names run=1/1
TASK void run(const int *, int *out)
{
	int i = 0;
	out[i++] = static_cast<int>(sycl::memory_order_relaxed);
	out[i++] = static_cast<int>(sycl::memory_order_acquire);
	out[i++] = static_cast<int>(sycl::memory_order_release);
	out[i++] = static_cast<int>(sycl::memory_order_acq_rel);
	out[i++] = static_cast<int>(sycl::memory_order_seq_cst);
	out[i++] = static_cast<int>(sycl::memory_scope_work_item);
	out[i++] = static_cast<int>(sycl::memory_scope_sub_group);
	out[i++] = static_cast<int>(sycl::memory_scope_work_group);
	out[i++] = static_cast<int>(sycl::memory_scope_device);
	out[i++] = static_cast<int>(sycl::memory_scope_system);
}

//: group_members run=1/1
TASK void run(const int *, int *out)
{
	using group = sycl::group<2>;
	using team = sycl::sub_group;
	out[0] = sizeof(group::id_type) + sizeof(group::range_type) + sizeof(group::linear_id_type);
	out[1] = sizeof(team::id_type) + sizeof(team::range_type) + sizeof(team::linear_id_type);
	out[2] = static_cast<int>(group::fence_scope) + 10 * static_cast<int>(team::fence_scope);
	out[3] = sycl::is_group_v<group> + 2 * sycl::is_group_v<team> + 4 * sycl::is_group_v<int>;
}

//: group_get_id run
KERNEL void run(const int *in, int *out) { out[HERE] = in[HERE] + static_cast<int>(ITEM.get_group().get_group_id()[0]); }

//: group_old_id
KERNEL void asks(int *out) { out[HERE] = static_cast<int>(oneapi::this_work_item::get_work_group<1>().get_id(0)); }

//: item_fence
KERNEL void waits(int *out) { ITEM.mem_fence(sycl::access::fence_space::global_and_local); out[HERE] = 1; }

//: item_waits
KERNEL void copies(int *in, int *out)
{
	static exp_::work_group_static<int[16]> tile;
	auto it = ITEM;
	sycl::device_event done = it.get_group().async_work_group_copy(sycl::local_ptr<int>(&tile[0]), sycl::global_ptr<int>(in), 16);
	it.wait_for(done);
	out[HERE] = tile[0];
}

//: joint_none_of run
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::joint_none_of(oneapi::this_work_item::get_work_group<1>(), in, in + 50, [](int x) { return x == 5; }); }

//: functional_identity_type run
KERNEL void run(const int *in, int *out)
{
	out[HERE] = in[HERE] + sycl::known_identity<sycl::plus<int>, int>::value + sycl::has_known_identity<sycl::maximum<int>, int>::value;
}

//: local_accessor_pointer
KERNEL void uses(sycl::local_accessor<int, 1> local, int *out) { local.get_pointer()[0] = 1; out[HERE] = local[0]; }

//: work_group_memory_pointer
KERNEL void uses(exp_::work_group_memory<int[]> local, int *out) { local.get_multi_ptr()[0] = 1; out[HERE] = local[0]; }

//: property_keys
using all = decltype(exp_::properties{ exp_::nd_range_kernel<1>, exp_::sub_group_size<8>, exp_::max_linear_work_group_size<16> });
static_assert(all::has_property<exp_::nd_range_kernel_key>() && all::has_property<exp_::max_linear_work_group_size_key>());
static_assert(!all::has_property<exp_::single_task_kernel_key>() && !all::has_property<exp_::max_work_group_size_key>());
static_assert(!all::has_property<exp_::device_has_key>() && !all::has_property<sycl::ext::intel::experimental::grf_size_key>());
static_assert(!all::has_property<exp_::device_image_scope_key>() && !all::has_property<exp_::host_access_key>() && !all::has_property<exp_::alignment_key>());
static_assert(exp_::is_property_list<all>::value && !exp_::is_property_value_v<int>);
static_assert(exp_::is_property_value<decltype(exp_::sub_group_size<8>)>::value);
KERNEL void kernel(int *out) { out[HERE] = sizeof(exp_::empty_properties_t); }

//: accessor_properties
KERNEL void uses(sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device, sycl::access::placeholder::false_t, oneapi::accessor_property_list<>> a) { a[HERE] = 1; }

//: object_accessor_tags
static_assert(sizeof(sycl::property::no_init) == 1);
void host(sycl::queue &q, sycl::buffer<int, 1> &in, sycl::buffer<int, 1> &out)
{
	q.submit([&](sycl::handler &h) {
		sycl::accessor a(in, h, sycl::read_only);
		sycl::accessor b(out, h, sycl::read_write);
		sycl::accessor c(out, h, sycl::mode_tag_t<sycl::access_mode::write>(), sycl::no_init);
		h.parallel_for<class Tags>(sycl::range<1>(4), [=](sycl::id<1> i) { b[i] = a[i], c[i] = 1; });
	});
}

//: object_events
void host(sycl::queue &q, int *out)
{
	sycl::event first = q.single_task<class First>([=] { out[0] = 1; });
	q.submit([&](sycl::handler &h) {
		h.depends_on(first);
		h.single_task<class Second>([=] { out[1] = 2; });
	});
	q.wait_and_throw();
}

//: object_sets_constant
constexpr sycl::specialization_id<int> width(5);
void host(sycl::queue &q, int *out)
{
	q.submit([&](sycl::handler &h) {
		h.set_specialization_constant<width>(7);
		h.single_task<class Sets>([=] { out[0] = 1; });
	});
}

//: design_number_@P dpcpp | P=awidth,buffer_location,dwidth,latency,maxburst,read_write_mode,wait_request,alignment,implement_in_csr,max_linear_work_group_size,grf_size,nd_range_kernel,sub_group_size,work_group_size,work_group_size_hint,max_work_group_size
KERNEL void uses(int *out) { out[HERE] = sizeof(oneapi::@P_v<1>); }

//: design_flag_@P dpcpp | P=conduit,no_alias,register_map,restrict_,stable,device_image_scope,single_task_kernel
KERNEL void uses(int *out) { out[HERE] = sizeof(oneapi::@P_v); }

//: design_keys dpcpp
static_assert(oneapi::is_property_key_v<oneapi::stable> && oneapi::is_property_key<oneapi::latency>::value);
using all = oneapi::property_list<oneapi::no_alias::value_t, oneapi::conduit::value_t, oneapi::register_map::value_t>;
static_assert(!all::has_property<oneapi::awidth>() && !all::has_property<oneapi::dwidth>() && !all::has_property<oneapi::maxburst>());
static_assert(!all::has_property<oneapi::wait_request>() && !all::has_property<oneapi::read_write_mode>() && !all::has_property<oneapi::implement_in_csr>());
KERNEL void uses(int *out) { out[HERE] = sizeof(oneapi::property_key); }

//: design_host_access dpcpp
KERNEL void uses(int *out) { out[HERE] = sizeof(oneapi::host_access_v<oneapi::host_access::access::read_write>) + sizeof(oneapi::device_has_v<sycl::aspect::cpu>); }

//: design_init_mode_@A dpcpp | A=reprogram,reset
KERNEL void uses(int *out) { out[HERE] = sizeof(oneapi::init_mode_v<oneapi::init_mode::trigger::@A>); }
