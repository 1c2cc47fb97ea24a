// Kernel bundles: identifiers, has_kernel, build, compile and link, constants, use_kernel_bundle, queries.
#include "check.hpp"

class first;
class second;
constexpr sycl::specialization_id<int> factor(2);

static void submit(sycl::queue &q, int *p, const sycl::kernel_bundle<sycl::bundle_state::executable> &bundle)
{
	q.submit([&](sycl::handler &h) {
		h.use_kernel_bundle(bundle);
		h.parallel_for<first>(sycl::range<1>(8), [=](sycl::id<1> i, sycl::kernel_handler k) { p[i] = int(i) * k.get_specialization_constant<factor>(); });
	}).wait();
}

int main()
{
	sycl::queue q;
	sycl::context c = q.get_context();
	int *p = sycl::malloc_shared<int>(8, q);
	auto id = sycl::get_kernel_id<first>();
	auto other = sycl::get_kernel_id<second>();
	CHECK(id != other && std::string(id.get_name()).find("first") != std::string::npos);
	auto ids = sycl::get_kernel_ids();
	CHECK(std::find(ids.begin(), ids.end(), id) != ids.end() && std::find(ids.begin(), ids.end(), other) != ids.end());
	CHECK(sycl::has_kernel_bundle<sycl::bundle_state::input>(c, { id }));

	auto input = sycl::get_kernel_bundle<sycl::bundle_state::input>(c, { id });
	CHECK(input.has_kernel(id) && input.contains_specialization_constants());
	input.set_specialization_constant<factor>(5);
	CHECK(input.get_specialization_constant<factor>() == 5);
	submit(q, p, sycl::build(input));
	check_each("build", 8, p, [](size_t i) { return 5 * int(i); });
	auto fresh = sycl::get_kernel_bundle<sycl::bundle_state::input>(c, { id });
	submit(q, p, sycl::link(sycl::compile(fresh)));
	check_each("compile, link", 8, p, [](size_t i) { return 2 * int(i); });
	auto ready = sycl::get_kernel_bundle<sycl::bundle_state::executable>(c, { id, other });
	submit(q, p, ready);
	check_each("executable", 8, p, [](size_t i) { return 2 * int(i); });
	sycl::kernel k = ready.get_kernel(id);
	CHECK(k.get_info<sycl::info::kernel_device_specific::work_group_size>(q.get_device()) > 0);
	q.submit([&](sycl::handler &h) { h.single_task<second>([=] { p[0] = 9; }); }).wait();
	CHECK(p[0] == 9 && ready.has_kernel(other, q.get_device()) && !ready.empty());
	return wrong;
}
