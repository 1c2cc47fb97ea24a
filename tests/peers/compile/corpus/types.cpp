// Vectors, arrays, half, functions of functional.hpp.

//: vec_@N run | N=2,3,4,8,16
KERNEL void run(const int *in, int *out)
{
	sycl::vec<int, @N> v(in[HERE]);
	v[1] = in[64 + HERE];
	v = v * 3 + sycl::vec<int, @N>(1);
	out[HERE] = v[0] - v[1] + v.size();
}

//: vec_@T run | T=char,short,long,float,double
KERNEL void run(const @T *in, @T *out)
{
	sycl::vec<@T, 4> v(in[HERE], in[1 + HERE], in[2 + HERE], in[3 + HERE]);
	v += v;
	out[HERE] = v.x() + v.w();
}

//: vec_unsigned_@T run | T=char,short,int,long
KERNEL void run(const @T *in, @T *out)
{
	sycl::vec<unsigned @T, 2> v(in[HERE], in[1 + HERE]);
	v /= sycl::vec<unsigned @T, 2>(3);
	out[HERE] = v.y();
}

//: vec_bool
KERNEL void uses(int *out) { sycl::vec<bool, 2> v(true, out[HERE] > 1); out[HERE] = v[0] + v[1]; }

//: vec_comparisons run
KERNEL void run(const int *in, int *out)
{
	sycl::int2 a(in[HERE], in[1 + HERE]), b(in[64 + HERE], in[65 + HERE]);
	out[HERE] = (a < b)[0] + 2 * (a == b)[1] + 4 * (a >= b)[0] + 8 * (a && b)[0] + 16 * (!a)[1];
}

//: vec_bits run
KERNEL void run(const int *in, int *out)
{
	sycl::int2 a(in[HERE], in[1 + HERE]), b(in[64 + HERE], in[65 + HERE]);
	out[HERE] = ((a & b) | (a ^ ~b))[0] + (a << 2)[1] + (b >> 1)[1] + (a % sycl::int2(7))[0];
}

//: vec_convert_@F run | F=rte,rtz,rtp,rtn,automatic
KERNEL void run(const float *in, int *out) { out[HERE] = sycl::float2(in[HERE], in[1 + HERE]).convert<int, sycl::rounding_mode::@F>()[1]; }

//: vec_convert_float run
KERNEL void run(const int *in, float *out) { out[HERE] = sycl::int4(in[HERE]).convert<float>()[2]; }

//: vec_as run
KERNEL void run(const int *in, short *out) { out[HERE] = sycl::int2(in[HERE], 3).as<sycl::short4>()[1]; }

//: vec_swizzle run
KERNEL void run(const int *in, int *out)
{
	sycl::int4 v(in[HERE], in[1 + HERE], in[2 + HERE], in[3 + HERE]);
	sycl::int2 s = v.swizzle<3, 1>();
	v.swizzle<0, 2>() = s;
	out[HERE] = v.lo()[0] + v.hi()[1] + v.odd()[0] + v.even()[1] + v.s2();
}

//: vec_swizzle_names run
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::int4(in[HERE], in[1 + HERE], 3, 4).yxz()[1]; }

//: vec_load_store run=16/16
KERNEL void run(const int *in, int *out)
{
	sycl::int4 v;
	v.load(HERE, sycl::global_ptr<const int>(in));
	v.store(HERE, sycl::global_ptr<int>(out));
}

//: vec_of_vec run
KERNEL void run(const int *in, int *out) { sycl::int2 a(in[HERE], 2); sycl::int4 b(a, a); out[HERE] = b[2] + b[3]; }

//: vec_byte_size run
KERNEL void run(const int *in, int *out) { out[HERE] = static_cast<int>(sycl::int3::byte_size() + sycl::int3::size() + sizeof(sycl::int3)) + in[HERE]; }

//: vec_five refused
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::vec<int, 5>(in[HERE])[0]; }

//: vec_struct
struct thing { int x; };
KERNEL void run(const int *in, int *out) { sycl::vec<thing, 2> v; out[HERE] = v[0].x; }

//: marray_int run
KERNEL void run(const int *in, int *out)
{
	sycl::marray<int, 5> a(in[HERE]), b(1, 2, 3, 4, 5);
	a = a * b - b;
	out[HERE] = a[4] + (a < b)[1] + static_cast<int>(a.size());
}

//: marray_bool run
KERNEL void run(const int *in, int *out) { sycl::marray<bool, 2> a(in[HERE] > 1, true); out[HERE] = (a && sycl::mbool2(true))[0]; }

//: marray_iterate run
KERNEL void run(const int *in, int *out)
{
	int sum = 0;
	for (int x : sycl::marray<int, 3>(in[HERE], 2, 3))
		sum += x;
	out[HERE] = sum;
}

//: half_arithmetic run
KERNEL void run(const int *in, float *out)
{
	sycl::half a = static_cast<float>(in[HERE] & 63), b = 1.5f;
	out[HERE] = a * b + a / b - a;
}

//: half_compare run
KERNEL void run(const int *in, int *out) { sycl::half a = static_cast<float>(in[HERE] & 63); out[HERE] = a < sycl::half(5.0f) || a == sycl::half(7.0f); }

//: half_literal_limits
KERNEL void run(const int *in, int *out) { out[HERE] = sizeof(sycl::half) + alignof(sycl::half) + in[0]; }

//: functional_@F run | F=plus,multiplies,bit_and,bit_or,bit_xor,minimum,maximum,logical_and,logical_or
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::@F<int>()(in[HERE], in[64 + HERE]); }

//: functional_identity run
KERNEL void run(const int *in, int *out)
{
	out[HERE] = in[HERE] + sycl::known_identity_v<sycl::multiplies<int>, int> + sycl::has_known_identity_v<sycl::minimum<int>, int>;
}

//: aliases run
KERNEL void run(const int *in, int *out)
{
	out[HERE] = in[HERE] + static_cast<int>(sizeof(sycl::uchar4) + sizeof(sycl::short8) + sizeof(sycl::ulong2) + sizeof(sycl::float16) + sizeof(sycl::half3) + sizeof(sycl::mfloat3));
}
