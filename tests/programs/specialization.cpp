// Specialization constants: scalars, structs, arrays; default and set; in command groups and in bundles; kernel_handler in all kernel forms.
#include "check.hpp"
#include <array>

struct Shape {
	int width = 2;
	double factor = 0.5;
	char tag = 'a';
	std::array<float, 3> weights{ 1, 2, 3 };
	constexpr Shape() = default;
	constexpr Shape(int w, double f, char t) : width(w), factor(f), tag(t) {}
};

constexpr sycl::specialization_id<int> count(3);
constexpr sycl::specialization_id<float> scale(1.5f);
constexpr sycl::specialization_id<bool> flag(true);
constexpr sycl::specialization_id<unsigned short> small;
namespace names { inline constexpr sycl::specialization_id<Shape> shape(7, 0.25, 'q'); }
struct Owner { static constexpr sycl::specialization_id<long> member{ -5 }; };
constexpr sycl::specialization_id<int> never_set(99);

static std::vector<double> read(sycl::queue &q, bool set)
{
	double *out = sycl::malloc_shared<double>(10, q);
	q.submit([&](sycl::handler &h) {
		if (set) {
			h.set_specialization_constant<count>(12);
			h.set_specialization_constant<scale>(-2.f);
			h.set_specialization_constant<flag>(false);
			h.set_specialization_constant<small>(uint16_t(65535));
			h.set_specialization_constant<names::shape>(Shape{ 8, 4, 'b' });
			h.set_specialization_constant<Owner::member>(1L << 40);
			CHECK(h.get_specialization_constant<count>() == 12);
		}
		h.single_task([=](sycl::kernel_handler k) {
			Shape s = k.get_specialization_constant<names::shape>();
			out[0] = k.get_specialization_constant<count>();
			out[1] = k.get_specialization_constant<scale>();
			out[2] = k.get_specialization_constant<flag>();
			out[3] = k.get_specialization_constant<small>();
			out[4] = s.width;
			out[5] = s.factor;
			out[6] = s.tag;
			out[7] = s.weights[2];
			out[8] = k.get_specialization_constant<Owner::member>();
			out[9] = k.get_specialization_constant<never_set>();
		});
	}).wait();
	std::vector<double> result(out, out + 10);
	sycl::free(out, q);
	return result;
}

int main()
{
	sycl::queue q;
	const double defaults[] = { 3, 1.5, 1, 0, 7, 0.25, 'q', 3, -5, 99 }, set[] = { 12, -2, 0, 65535, 8, 4, 'b', 3, double(1L << 40), 99 };
	check_each("default", 10, read(q, false), [&](size_t i) { return defaults[i]; });
	check_each("set", 10, read(q, true), [&](size_t i) { return set[i]; });
	check_each("default again", 10, read(q, false), [&](size_t i) { return defaults[i]; });
	int *p = sycl::malloc_shared<int>(8, q);
	q.submit([&](sycl::handler &h) {
		h.set_specialization_constant<count>(5);
		h.parallel_for(sycl::range<1>(8), [=](sycl::item<1> i, sycl::kernel_handler k) { p[i.get_id()] = k.get_specialization_constant<count>(); });
	}).wait();
	check_each("range", 8, p, [](size_t) { return 5; });
	q.submit([&](sycl::handler &h) {
		h.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> i, sycl::kernel_handler k) { p[i.get_global_id()] = k.get_specialization_constant<count>(); });
	}).wait();
	check_each("nd_range", 8, p, [](size_t) { return 3; });
	return wrong;
}
