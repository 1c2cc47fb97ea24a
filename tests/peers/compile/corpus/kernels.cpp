// Kernels as free functions: kinds, names, parameters.

//: nd_range_1 run
KERNEL void run(const int *in, int *out) { out[HERE] = in[HERE]; }

//: nd_range_2 run=8x4/4x2
PROPERTY(exp_::nd_range_kernel<2>) void run(const int *in, int *out)
{
	auto it = oneapi::this_work_item::get_nd_item<2>();
	out[it.get_global_linear_id()] = in[it.get_local_linear_id()] + static_cast<int>(it.get_group(0) * 10 + it.get_group(1));
}

//: nd_range_3 run=4x4x4/2x2x4
PROPERTY(exp_::nd_range_kernel<3>) void run(const int *in, int *out)
{
	auto it = oneapi::this_work_item::get_nd_item<3>();
	out[it.get_global_linear_id()] = in[it.get_local_linear_id()] + static_cast<int>(it.get_group_linear_id());
}

//: single_task run=1/1
TASK void run(const int *in, int *out)
{
	for (int i = 0; i < 8; i++)
		out[i] = 2 * in[i];
}

//: extern_c
extern "C" KERNEL void extern_c_kernel(int *out) { out[HERE] = 1; }

//: in_namespaces
namespace outer { namespace inner {
KERNEL void deep(int *out) { out[HERE] = 1; }
} }

//: inline_namespace
inline namespace version_1 {
KERNEL void inner(int *out) { out[HERE] = 1; }
}

//: template_instance
template <typename T> KERNEL void of(T *out) { out[HERE] = 1; }
template void of<float>(float *);
template void of<int>(int *);

//: template_value
template <int N> KERNEL void filled(int *out) { out[HERE] = N; }
template void filled<7>(int *);

//: overloads
KERNEL void same(int *out) { out[HERE] = 1; }
KERNEL void same(float *out) { out[HERE] = 1; }

//: declared_before
KERNEL void twice(int *out);
void twice(int *out) { out[HERE] = 1; }

//: static_member refused
struct holder {
	KERNEL static void member(int *out) { out[HERE] = 1; }
};

//: parameter_scalars
KERNEL void run_scalars(bool a, char b, short c, int d, long e, float f, double g, int *out) { out[HERE] = a + b + c + d + e + f + g; }

//: parameter_unsigned
KERNEL void run_unsigned(unsigned char b, unsigned short c, unsigned d, unsigned long e, int *out) { out[HERE] = b + c + d + e; }

//: parameter_half
KERNEL void run_half(sycl::half h, sycl::half *out) { out[HERE] = h; }

//: parameter_vec
KERNEL void run_vec(sycl::float4 v, sycl::int3 w, float *out) { out[HERE] = v[0] + w[1]; }

//: parameter_marray
KERNEL void run_marray(sycl::marray<float, 3> v, float *out) { out[HERE] = v[0]; }

//: parameter_struct
struct point { int x; float y; char z; };
KERNEL void run_struct(point p, float *out) { out[HERE] = p.x + p.y + p.z; }

//: parameter_struct_pointer
struct with_pointer { int *p; int n; };
KERNEL void run_struct(with_pointer p, int *out) { out[HERE] = p.p[p.n]; }

//: parameter_enum
enum class colour { red, green };
KERNEL void run_enum(colour c, int *out) { out[HERE] = c == colour::green; }

//: parameter_array_in_struct
struct list { int of[4]; };
KERNEL void run_list(list l, int *out) { out[HERE] = l.of[1]; }

//: parameter_void_pointer
KERNEL void run_void(const void *in, void *out) { static_cast<int *>(out)[HERE] = static_cast<const int *>(in)[0]; }

//: parameter_pointer_pointer
KERNEL void run_pointers(int **in, int *out) { out[HERE] = *in[0]; }

//: parameter_unused
KERNEL void run_unused(int unused, int *out, float also) { out[HERE] = 1; }

//: parameter_none
KERNEL void run_none() {}

//: parameter_many
KERNEL void run_many(int a, int b, int c, int d, int e, int f, int g, int h, int *out) { out[HERE] = a + b + c + d + e + f + g + h; }

//: parameter_range_id
KERNEL void run_range(sycl::range<2> r, sycl::id<3> i, int *out) { out[HERE] = static_cast<int>(r[1] + i[2]); }

//: parameter_work_group_memory
KERNEL void run_wgm(exp_::work_group_memory<int[]> local, int *out) { local[0] = 1; out[HERE] = local[0]; }

//: parameter_work_group_memory_sized
KERNEL void run_wgm(exp_::work_group_memory<int[16]> local, int *out) { local[0] = 1; out[HERE] = local[0]; }

//: parameter_local_accessor
KERNEL void run_local(sycl::local_accessor<int, 1> local, int *out) { local[0] = 1; out[HERE] = local[0]; }

//: parameter_accessor
KERNEL void run_accessor(sycl::accessor<int, 1> a) { a[HERE] = 1; }

//: parameter_accessor_2_read
KERNEL void run_accessor(sycl::accessor<int, 2, sycl::access_mode::read> a, int *out) { out[HERE] = a[{ 1, 2 }]; }

//: parameter_kernel_handler
constexpr sycl::specialization_id<int> width(5);
KERNEL void run_handler(int *out, sycl::kernel_handler h) { out[HERE] = h.get_specialization_constant<width>(); }
