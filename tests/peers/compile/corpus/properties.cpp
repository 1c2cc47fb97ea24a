// Compile-time properties of kernels, variables and arguments.

//: work_group_size_1 run
KERNEL PROPERTY(exp_::work_group_size<16>) void run(const int *in, int *out) { out[HERE] = in[HERE]; }

//: work_group_size_2 run=8x4/4x2
PROPERTY(exp_::nd_range_kernel<2>) PROPERTY(exp_::work_group_size<4, 2>) void run(const int *in, int *out)
{
	auto it = oneapi::this_work_item::get_nd_item<2>();
	out[it.get_global_linear_id()] = in[it.get_local_linear_id()];
}

//: work_group_size_3 run=4x4x4/1x2x4
PROPERTY(exp_::nd_range_kernel<3>) PROPERTY(exp_::work_group_size<1, 2, 4>) void run(const int *in, int *out)
{
	auto it = oneapi::this_work_item::get_nd_item<3>();
	out[it.get_global_linear_id()] = in[it.get_local_linear_id()];
}

//: work_group_size_hint_1
KERNEL PROPERTY(exp_::work_group_size_hint<8>) void hinted(int *out) { out[HERE] = 1; }

//: work_group_size_hint_3
PROPERTY(exp_::nd_range_kernel<3>) PROPERTY(exp_::work_group_size_hint<2, 4, 8>) void hinted(int *out) { out[0] = 1; }

//: sub_group_size_@N run | N=4,8,16
KERNEL PROPERTY(exp_::sub_group_size<@N>) void run(const int *in, int *out) { out[HERE] = static_cast<int>(ITEM.get_sub_group().get_max_local_range()[0]) + in[HERE]; }

//: max_work_group_size dpcpp alone
PROPERTY(exp_::nd_range_kernel<3>) PROPERTY(exp_::max_work_group_size<1, 2, 64>) void limited(int *out) { out[0] = 1; }

//: max_linear_work_group_size
KERNEL PROPERTY(exp_::max_linear_work_group_size<128>) void limited(int *out) { out[HERE] = 1; }

//: device_has_none
KERNEL PROPERTY(exp_::device_has<>) void has(int *out) { out[HERE] = 1; }

//: device_has_one
KERNEL PROPERTY(exp_::device_has<sycl::aspect::cpu>) void has(int *out) { out[HERE] = 1; }

//: device_has_two
KERNEL PROPERTY(exp_::device_has<sycl::aspect::fp16, sycl::aspect::gpu>) void has(int *out) { out[HERE] = 1; }

//: two_properties
KERNEL PROPERTY(exp_::work_group_size<8>) PROPERTY(exp_::sub_group_size<8>) void both(int *out) { out[HERE] = 1; }

//: grf_size_128
KERNEL PROPERTY(sycl::ext::intel::experimental::grf_size<128>) void large(int *out) { out[HERE] = 1; }

// A CPU has no such registers, and the compiler asks the driver.
//: grf_size_256 dpcpp alone
KERNEL PROPERTY(sycl::ext::intel::experimental::grf_size<256>) void large(int *out) { out[HERE] = 1; }

//: grf_size_automatic refused alone
KERNEL PROPERTY(sycl::ext::intel::experimental::grf_size_automatic) void large(int *out) { out[HERE] = 1; }

//: device_global_image_scope alone
exp_::device_global<int, decltype(exp_::properties{ exp_::device_image_scope })> counter;
KERNEL void counts(int *out) { out[HERE] = counter; }

//: device_global_plain alone
exp_::device_global<int> counter;
KERNEL void counts(int *out) { out[HERE] = counter; }

//: device_global_array alone
exp_::device_global<float[4], decltype(exp_::properties{ exp_::device_image_scope })> table;
KERNEL void reads(float *out) { out[HERE] = table[1]; }

//: device_global_initialised run dpcpp
exp_::device_global<int, decltype(exp_::properties{ exp_::device_image_scope })> start{ 41 };
KERNEL void run(const int *in, int *out) { out[HERE] = in[HERE] + start; }

//: device_global_host_access_@A alone | A=read,write,read_write,none
exp_::device_global<int, decltype(exp_::properties{ exp_::device_image_scope, exp_::host_access_@A })> counter;
KERNEL void counts(int *out) { out[HERE] = counter; }

//: device_global_host_access_value alone
exp_::device_global<int, decltype(exp_::properties{ exp_::host_access<exp_::host_access_enum::read> })> counter;
KERNEL void counts(int *out) { out[HERE] = counter; }

//: device_global_const dpcpp
exp_::device_global<const int, decltype(exp_::properties{ exp_::device_image_scope })> limit{ 3 };
KERNEL void reads(int *out) { out[HERE] = limit; }

//: device_global_struct alone
struct state { int a; float b; };
exp_::device_global<state> shared;
KERNEL void reads(float *out) { out[HERE] = shared.get().b; }

//: device_global_pointer alone
exp_::device_global<int *> place;
KERNEL void reads(int *out) { out[HERE] = *place.get(); }

//: device_global_static alone
static exp_::device_global<int> counter;
KERNEL void counts(int *out) { out[HERE] = counter; }

//: device_global_init_mode refused
exp_::device_global<int, decltype(exp_::properties{ exp_::init_mode_reset })> counter;
KERNEL void counts(int *out) { out[HERE] = counter; }

//: device_global_implement_in_csr refused
exp_::device_global<int, decltype(exp_::properties{ exp_::implement_in_csr_on })> counter;
KERNEL void counts(int *out) { out[HERE] = counter; }

//: annotated_ptr_plain
KERNEL void reads(exp_::annotated_ptr<int, decltype(exp_::properties{})> in, int *out) { out[HERE] = in[HERE]; }

//: annotated_ptr_alignment refused
KERNEL void reads(exp_::annotated_ptr<int, decltype(exp_::properties{ exp_::alignment<64> })> in, int *out) { out[HERE] = in[0]; }

//: annotated_ptr_buffer_location refused
KERNEL void reads(exp_::annotated_ptr<int, decltype(exp_::properties{ sycl::ext::intel::experimental::buffer_location<1> })> in, int *out) { out[HERE] = in[0]; }

//: annotated_arg refused
KERNEL void adds(exp_::annotated_arg<int, decltype(exp_::properties{})> a, int *out) { out[HERE] = a; }

//: annotated_arg_pointer refused
KERNEL void adds(exp_::annotated_arg<int *, decltype(exp_::properties{})> a, int *out) { out[HERE] = a[0]; }

//: annotated_arg_alignment refused
KERNEL void adds(exp_::annotated_arg<int *, decltype(exp_::properties{ exp_::alignment<32> })> a, int *out) { out[HERE] = a[0]; }

//: properties_queries
using list = decltype(exp_::properties{ exp_::sub_group_size<8>, exp_::work_group_size<4, 2> });
static_assert(list::has_property<exp_::sub_group_size_key>());
static_assert(!list::has_property<exp_::work_group_size_hint_key>());
static_assert(list::get_property<exp_::work_group_size_key>()[1] == 2);
static_assert(exp_::is_property_list_v<list>);
KERNEL void kernel(int *out) { out[HERE] = list::get_property<exp_::sub_group_size_key>().value; }

//: properties_template_list refused
using list = exp_::properties<exp_::sub_group_size_key::value_t<8>>;
KERNEL void kernel(int *out) { out[HERE] = sizeof(list); }

//: property_list_of_the_design dpcpp
using list = oneapi::property_list_t<oneapi::device_image_scope::value_t>;
KERNEL void kernel(int *out) { out[HERE] = sizeof(list); }

//: properties_twice refused
constexpr exp_::properties list{ exp_::sub_group_size<8>, exp_::sub_group_size<16> };
KERNEL void kernel(int *out) { out[HERE] = sizeof(list); }

//: attribute_reqd_work_group_size
KERNEL [[sycl::reqd_work_group_size(16)]] void sized(int *out) { out[HERE] = 1; }

//: attribute_reqd_work_group_size_3
PROPERTY(exp_::nd_range_kernel<3>) [[sycl::reqd_work_group_size(1, 2, 8)]] void sized(int *out) { out[0] = 1; }

//: attribute_work_group_size_hint
KERNEL [[sycl::work_group_size_hint(16)]] void sized(int *out) { out[HERE] = 1; }

//: attribute_reqd_sub_group_size
KERNEL [[sycl::reqd_sub_group_size(8)]] void sized(int *out) { out[HERE] = 1; }

//: attribute_named_sub_group_size dpcpp
KERNEL [[intel::named_sub_group_size(primary)]] void sized(int *out) { out[HERE] = 1; }

//: attribute_device_has
KERNEL [[sycl::device_has(sycl::aspect::cpu)]] void has(int *out) { out[HERE] = 1; }

//: attribute_device_has_two
KERNEL [[sycl::device_has(sycl::aspect::fp64, sycl::aspect::usm_shared_allocations)]] void has(int *out) { out[HERE] = 1; }

//: attribute_uses_aspects_function
[[__sycl_detail__::__uses_aspects__(sycl::aspect::fp16)]] int needs(int x) { return 2 * x; }
KERNEL void has(int *out) { out[HERE] = needs(3); }

//: attribute_uses_aspects_class
struct [[__sycl_detail__::__uses_aspects__(sycl::aspect::fp16)]] special { int x; };
KERNEL void has(int *out) { special s{ 1 }; out[HERE] = s.x; }

//: attribute_function_property
KERNEL [[__sycl_detail__::add_ir_attributes_function("sycl-sub-group-size", 16)]] void named(int *out) { out[HERE] = 1; }

//: conflict_work_group_size ours
KERNEL PROPERTY(exp_::work_group_size<16>) [[sycl::reqd_work_group_size(8)]] void twice(int *out) { out[HERE] = 1; }

//: conflict_kinds ours
KERNEL TASK void twice(int *out) { out[0] = 1; }

//: conflict_attributes ours
KERNEL [[sycl::reqd_sub_group_size(8)]] [[sycl::reqd_sub_group_size(16)]] void twice(int *out) { out[HERE] = 1; }

//: dimensions_zero refused
PROPERTY(exp_::nd_range_kernel<0>) void none(int *out) { out[0] = 1; }

//: dimensions_four refused
PROPERTY(exp_::nd_range_kernel<4>) void many(int *out) { out[0] = 1; }

//: work_group_size_four refused
KERNEL PROPERTY(exp_::work_group_size<1, 1, 1, 1>) void many(int *out) { out[0] = 1; }

//: work_group_size_zero refused
KERNEL PROPERTY(exp_::work_group_size<0>) void none(int *out) { out[0] = 1; }

//: sub_group_size_zero refused
KERNEL PROPERTY(exp_::sub_group_size<0>) void none(int *out) { out[0] = 1; }

//: attribute_size_zero refused
KERNEL [[sycl::reqd_work_group_size(0)]] void none(int *out) { out[0] = 1; }

//: attribute_size_four refused
KERNEL [[sycl::reqd_work_group_size(1, 2, 3, 4)]] void many(int *out) { out[0] = 1; }

//: attribute_sub_group_negative refused
KERNEL [[sycl::reqd_sub_group_size(-1)]] void negative(int *out) { out[0] = 1; }

//: attribute_device_has_number refused
KERNEL [[sycl::device_has(7)]] void has(int *out) { out[0] = 1; }

//: attribute_device_has_unknown refused
KERNEL [[sycl::device_has(sycl::aspect::fp8)]] void has(int *out) { out[0] = 1; }

//: attribute_named_unknown ours
KERNEL [[intel::named_sub_group_size(large)]] void named(int *out) { out[0] = 1; }

//: attribute_odd_properties refused
KERNEL [[__sycl_detail__::add_ir_attributes_function("a", "b", 1)]] void odd(int *out) { out[0] = 1; }

//: attribute_property_name refused
KERNEL [[__sycl_detail__::add_ir_attributes_function(1, "b")]] void odd(int *out) { out[0] = 1; }

//: attribute_on_variable refused
[[sycl::reqd_work_group_size(4)]] int sized;
KERNEL void none(int *out) { out[0] = 1; }

//: attribute_device_has_on_class refused
struct [[sycl::device_has(sycl::aspect::fp16)]] object { int x; };
KERNEL void none(int *out) { object o{ 1 }; out[0] = o.x; }

//: attribute_property_value refused
struct object { int x; };
constexpr object value{ 1 };
KERNEL [[__sycl_detail__::add_ir_attributes_function("a", value)]] void odd(int *out) { out[0] = 1; }

//: attribute_size_large ours alone
KERNEL [[sycl::reqd_sub_group_size(0x80000000)]] void many(int *out) { out[0] = 1; }

//: attribute_without_arguments refused
KERNEL [[sycl::reqd_work_group_size]] void sized(int *out) { out[0] = 1; }

//: attribute_two_sizes refused
KERNEL [[sycl::reqd_sub_group_size(8, 16)]] void sized(int *out) { out[0] = 1; }

//: attribute_after_template refused
template <typename T> void of(T *out) [[sycl::reqd_work_group_size(4)]] { out[0] = 1; }
KERNEL void calls(int *out) { of(out); }
