/* tests/builtins/images.cpp — reading, sampling and writing images. Only compiled. */
#include <sycl/sycl.hpp>
using namespace sycl;
template <int D, class C, class CF, class T> void run(queue &q, range<D> r)
{
	image<D> a(image_channel_order::rgba,
		   std::is_same_v<T, float4> ? image_channel_type::fp32
		   : std::is_same_v<T, int4> ? image_channel_type::signed_int32
					     : image_channel_type::unsigned_int32,
		   r),
		b(image_channel_order::rgba, image_channel_type::fp32, r);
	sampler s(coordinate_normalization_mode::unnormalized, addressing_mode::clamp, filtering_mode::nearest);
	q.submit([&](handler &h) {
		accessor<T, D, access::mode::read, access::target::image> x(a, h);
		accessor<T, D, access::mode::write, access::target::image> y(b, h);
		h.parallel_for(r, [=](item<D> i) {
			C c;
			CF f;
			if constexpr (D == 1) {
				c = i[0];
				f = i[0];
			} else if constexpr (D == 2) {
				c = C(i[0], i[1]);
				f = CF(i[0], i[1]);
			} else {
				c = C(i[0], i[1], i[2], 0);
				f = CF(i[0], i[1], i[2], 0);
			}
			auto n = x.size();
			T v = x.read(c) + x.read(f, s) + x.read(c, s);
			y.write(c, v);
			if (x.get_range()[0] > 3)
				y.write(c, v);
		});
	});
}
int main()
{
	queue q;
	run<1, int, float, float4>(q, range<1>(16));
	run<2, int2, float2, float4>(q, range<2>(16, 16));
	run<3, int4, float4, float4>(q, range<3>(4, 4, 4));
	run<2, int2, float2, int4>(q, range<2>(16, 16));
	run<2, int2, float2, uint4>(q, range<2>(16, 16));
	run<2, int2, float2, half4>(q, range<2>(16, 16));
}
