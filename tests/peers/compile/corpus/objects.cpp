// Kernels as objects: names, captures, attributes, properties.

//: object_named
void host(sycl::queue &q, int *out) { q.parallel_for<class Named>(sycl::range<1>(8), [=](sycl::id<1> i) { out[i] = 1; }); }

//: object_named_template
template <typename T> class Of;
void host(sycl::queue &q, int *out) { q.parallel_for<Of<float>>(sycl::range<1>(8), [=](sycl::id<1> i) { out[i] = 1; }); }

//: object_unnamed
void host(sycl::queue &q, int *out) { q.parallel_for(sycl::range<1>(8), [=](sycl::id<1> i) { out[i] = 1; }); }

//: object_functor
struct fills { int *out; void operator()(sycl::id<1> i) const { out[i] = 1; } };
void host(sycl::queue &q, int *out) { q.parallel_for(sycl::range<1>(8), fills{ out }); }

//: object_single_task
void host(sycl::queue &q, int *out) { q.single_task<class Task>([=] { out[0] = 1; }); }

//: object_handler
void host(sycl::queue &q, int *out) { q.submit([&](sycl::handler &h) { h.single_task<class Task>([=] { out[0] = 1; }); }); }

//: object_nd_range
void host(sycl::queue &q, int *out) { q.parallel_for<class Grouped>(sycl::nd_range<2>({ 8, 8 }, { 4, 4 }), [=](sycl::nd_item<2> i) { out[i.get_global_linear_id()] = 1; }); }

//: object_item
void host(sycl::queue &q, int *out) { q.parallel_for<class Item>(sycl::range<2>(8, 8), [=](sycl::item<2> i) { out[i.get_linear_id()] = static_cast<int>(i.get_range(0)); }); }

//: object_number
void host(sycl::queue &q, int *out) { q.parallel_for<class Number>(sycl::range<1>(8), [=](int i) { out[i] = i; }); }

//: object_captures
void host(sycl::queue &q, int *out, float f, char c, double d, bool b) { q.single_task<class Captures>([=] { out[0] = static_cast<int>(f + c + d + b); }); }

//: object_captures_structure
struct point { int x; float y; };
void host(sycl::queue &q, float *out, point p) { q.single_task<class Captures>([=] { out[0] = p.x + p.y; }); }

//: object_captures_pointers
struct both { int *p; int n; };
void host(sycl::queue &q, int *out, both b) { q.single_task<class Captures>([=] { out[0] = b.p[b.n]; }); }

//: object_captures_array
void host(sycl::queue &q, int *out) { int list[3] = { 1, 2, 3 }; q.parallel_for<class Captures>(sycl::range<1>(3), [=](sycl::id<1> i) { out[i] = list[i]; }); }

//: object_captures_array_of_pointers
void host(sycl::queue &q, int *a, int *b) { int *list[2] = { a, b }; q.parallel_for<class Captures>(sycl::range<1>(2), [=](sycl::id<1> i) { *list[i] = 1; }); }

//: object_captures_vector
void host(sycl::queue &q, float *out, sycl::float4 v, sycl::half h) { q.single_task<class Captures>([=] { out[0] = v[1] + h; }); }

//: object_captures_nothing
void host(sycl::queue &q) { q.single_task<class Nothing>([] {}); }

//: object_local_accessor
void host(sycl::queue &q, int *out)
{
	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<int, 1> local(16, h);
		h.parallel_for<class Local>(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> i) { local[i.get_local_id(0)] = 1; out[i.get_global_id(0)] = local[0]; });
	});
}

//: object_accessor
void host(sycl::queue &q, sycl::buffer<int, 1> &b)
{
	q.submit([&](sycl::handler &h) {
		sycl::accessor a(b, h, sycl::write_only);
		h.parallel_for<class Accessed>(sycl::range<1>(8), [=](sycl::id<1> i) { a[i] = 1; });
	});
}

//: object_accessor_read_2
void host(sycl::queue &q, sycl::buffer<float, 2> &b, float *out)
{
	q.submit([&](sycl::handler &h) {
		sycl::accessor a(b, h, sycl::read_only);
		h.parallel_for<class Accessed>(sycl::range<2>(8, 8), [=](sycl::id<2> i) { out[i[0]] = a[i]; });
	});
}

//: object_attribute_reqd_work_group_size
void host(sycl::queue &q, int *out) { q.parallel_for<class Sized>(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> i) [[sycl::reqd_work_group_size(16)]] { out[i.get_global_id(0)] = 1; }); }

//: object_attribute_reqd_sub_group_size
void host(sycl::queue &q, int *out) { q.parallel_for<class Sized>(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> i) [[sycl::reqd_sub_group_size(8)]] { out[i.get_global_id(0)] = 1; }); }

//: object_attribute_device_has
void host(sycl::queue &q, int *out) { q.single_task<class Has>([=]() [[sycl::device_has(sycl::aspect::cpu)]] { out[0] = 1; }); }

//: object_properties_of_functor
struct sized {
	int *out;
	void operator()(sycl::nd_item<1> i) const { out[i.get_global_id(0)] = 1; }
	auto get(exp_::properties_tag) const { return exp_::properties{ exp_::work_group_size<16>, exp_::sub_group_size<8> }; }
};
void host(sycl::queue &q, int *out) { q.parallel_for(sycl::nd_range<1>(64, 16), sized{ out }); }

//: object_specialization_constant
constexpr sycl::specialization_id<int> width(5);
void host(sycl::queue &q, int *out)
{
	q.submit([&](sycl::handler &h) { h.single_task<class Special>([=](sycl::kernel_handler k) { out[0] = k.get_specialization_constant<width>(); }); });
}

//: object_specialization_structure
struct pair { int a; float b; constexpr pair(int a_, float b_) : a(a_), b(b_) {} };
constexpr sycl::specialization_id<pair> both(1, 2.0f);
void host(sycl::queue &q, float *out)
{
	q.submit([&](sycl::handler &h) { h.single_task<class Special>([=](sycl::kernel_handler k) { out[0] = k.get_specialization_constant<both>().b; }); });
}

//: object_double
void host(sycl::queue &q, double *out) { q.single_task<class Double>([=] { out[0] *= 2; }); }

//: object_offset
void host(sycl::queue &q, int *out) { q.parallel_for<class Shifted>(sycl::nd_range<1>(8, 4, 2), [=](sycl::nd_item<1> i) { out[i.get_global_id(0)] = static_cast<int>(i.get_offset()[0]); }); }

//: object_reference refused
void host(sycl::queue &q, int x) { q.single_task<class Refers>([&] { x = 1; }); }

//: object_same_name refused
void host(sycl::queue &q)
{
	q.single_task<class Twice>([] {});
	q.single_task<class Twice>([] {});
}

//: object_throws refused
void host(sycl::queue &q) { q.single_task<class Throws>([] { throw 1; }); }

//: object_allocates refused
void host(sycl::queue &q, int *out) { q.single_task<class Allocates>([=] { out[0] = *new int(1); }); }

//: object_virtual refused
struct object { virtual int f(); };
void host(sycl::queue &q, object *o) { q.single_task<class Virtual>([=] { o->f(); }); }

//: object_recursion refused
int again(int x) { return x ? again(x - 1) + 1 : 0; }
void host(sycl::queue &q, int *out) { q.single_task<class Again>([=] { out[0] = again(3); }); }

//: object_variable refused
int variable = 4;
void host(sycl::queue &q, int *out) { q.single_task<class Reads>([=] { out[0] = variable; }); }

//: object_not_copyable refused
struct own_copy { own_copy(const own_copy &); ~own_copy(); int x; };
void host(sycl::queue &q, own_copy c, int *out) { q.single_task<class Copies>([=] { out[0] = c.x; }); }

//: object_function_pointer refused
void host(sycl::queue &q, int (*f)(), int *out) { q.single_task<class Calls>([=] { out[0] = f(); }); }

//: object_undefined refused
int missing();
void host(sycl::queue &q, int *out) { q.single_task<class Calls>([=] { out[0] = missing(); }); }

//: object_external
SYCL_EXTERNAL int elsewhere();
void host(sycl::queue &q, int *out) { q.single_task<class Calls>([=] { out[0] = elsewhere(); }); }

//: object_captures_lambda
void host(sycl::queue &q, int *p, int *out) { auto at = [=](int i) { return p[i]; }; q.single_task<class Captures>([=] { out[0] = at(1); }); }

//: object_captures_inherited
struct base { int *p; };
struct derived : base { int n; };
void host(sycl::queue &q, derived d, int *out) { q.single_task<class Captures>([=] { out[0] = d.p[d.n]; }); }

//: object_bit_field ours
struct both { sycl::accessor<int, 1> a; int n : 3; };
void host(sycl::queue &q, both b) { q.single_task<class Fields>([=] { b.a[0] = b.n; }); }

//: object_flexible_array refused
struct both { sycl::accessor<int, 1> a; int n[]; };
void host(sycl::queue &q, both &b) { q.single_task<class Arrays>([b] { b.a[0] = 1; }); }

//: object_polymorphic ours
struct polymorphic { int *out; virtual void f() const {} void operator()() const { out[0] = 1; } };
void host(sycl::queue &q, polymorphic p) { q.single_task<class Virtual>(p); }

//: object_function refused
void plain() {}
void host(sycl::queue &q) { q.single_task<class Function>(plain); }

//: object_special_class refused alone
struct __attribute__((sycl_special_class)) special { int n; };
void host(sycl::queue &q, special s, int *out) { q.single_task<class Special>([=] { out[0] = s.n; }); }

//: object_marked_without_object ours
template <typename Name> [[clang::sycl_kernel]] void marked() {}
void host() { marked<class Marked>(); }

//: object_marked_member ours
struct holder { template <typename Name, typename F> [[clang::sycl_kernel]] void marked(F f) { f(); } };
void host(holder h, int *out) { h.marked<class Member>([=] { out[0] = 1; }); }
