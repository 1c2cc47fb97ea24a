// One kernel for several sub-group sizes, of which a device has some: the others are refused before they start.
// variants: | -fsycl-device-code-split=per_kernel
#include "check.hpp"
#include <algorithm>

template <int Size> class kernel;

template <int Size> static void try_size(sycl::queue &q, int *ranges)
{
	const std::vector<size_t> sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
	const bool has = std::count(sizes.begin(), sizes.end(), size_t(Size)) > 0;
	sycl::errc code{};
	std::string text;

	std::fill(ranges, ranges + 128, -1);
	try {
		q.parallel_for<kernel<Size>>(sycl::nd_range<1>(128, 128), [=](sycl::nd_item<1> i) [[sycl::reqd_sub_group_size(Size)]] {
			 ranges[i.get_local_id(0)] = int(i.get_sub_group().get_local_range()[0]);
		 }).wait();
	} catch (const sycl::exception &e) {
		code = static_cast<sycl::errc>(e.code().value());
		text = e.what();
	}
	CHECK(has == text.empty());
	CHECK(has || (code == sycl::errc::kernel_not_supported && text == "Sub-group size " + std::to_string(Size) + " is not supported on the device"));
	CHECK(sycl::is_compatible<kernel<Size>>(q.get_device()) == has);
	check_each("ranges", 128, ranges, [=](size_t) { return has ? Size : -1; });
}

int main()
{
	sycl::queue q;
	int *ranges = sycl::malloc_shared<int>(128, q);

	try_size<8>(q, ranges);
	try_size<16>(q, ranges);
	try_size<32>(q, ranges);
	try_size<128>(q, ranges);
	sycl::free(ranges, q);
	return wrong;
}
