// Images of 1 to 3 dimensions with samplers: read, sampled, written.
// only: cpu
// options: -Wno-deprecated-declarations
#include "check.hpp"

int main()
{
	sycl::queue q;
	if (!q.get_device().has(sycl::aspect::ext_intel_legacy_image))
		return 0;
	constexpr size_t w = 8, h = 4;
	std::vector<sycl::float4> pixels(w * h), result(w * h);
	for (size_t i = 0; i < w * h; i++)
		pixels[i] = { float(i), float(i) * 2, 0.5f, 1.f };
	float *sampled = sycl::malloc_shared<float>(4, q);
	{
		sycl::image<2> in(pixels.data(), sycl::image_channel_order::rgba, sycl::image_channel_type::fp32, sycl::range<2>(w, h));
		sycl::image<2> out(result.data(), sycl::image_channel_order::rgba, sycl::image_channel_type::fp32, sycl::range<2>(w, h));
		q.submit([&](sycl::handler &cgh) {
			auto r = in.get_access<sycl::float4, sycl::access::mode::read>(cgh);
			auto o = out.get_access<sycl::float4, sycl::access::mode::write>(cgh);
			cgh.parallel_for(sycl::range<2>(w, h), [=](sycl::id<2> i) {
				sycl::int2 at{ int(i[0]), int(i[1]) };
				o.write(at, r.read(at) + sycl::float4(0, 0, 0, float(i[1])));
			});
		});
		sycl::sampler linear(sycl::coordinate_normalization_mode::unnormalized, sycl::addressing_mode::clamp_to_edge, sycl::filtering_mode::linear);
		sycl::sampler nearest(sycl::coordinate_normalization_mode::normalized, sycl::addressing_mode::repeat, sycl::filtering_mode::nearest);
		q.submit([&](sycl::handler &cgh) {
			auto r = in.get_access<sycl::float4, sycl::access::mode::read>(cgh);
			cgh.single_task([=] {
				sampled[0] = r.read(sycl::float2(2.f, 0.5f), linear)[0];
				sampled[1] = r.read(sycl::float2(100.f, 0.5f), linear)[0];
				sampled[2] = r.read(sycl::float2(1.0625f, 0.125f), nearest)[0];
				sampled[3] = float(r.get_range()[0] * 10 + r.get_range()[1]);
			});
		});
		q.wait();
	}
	for (size_t i = 0; i < w * h; i++)
		CHECK(result[i][0] == float(i) && result[i][1] == float(2 * i) && result[i][3] == 1.f + float(i / w));
	CHECK(sampled[0] == 1.5f && sampled[1] == 7.f && sampled[2] == 0.f && sampled[3] == 84.f);
	return wrong;
}
