// Sub-groups: sizes, shuffles, algorithms, masks, structs.
// only: cpu
#include "check.hpp"

struct Pair { int a; double b; };

int main()
{
	sycl::queue q;
	constexpr int n = 64, rows = 14;
	int *out = sycl::malloc_shared<int>(rows * n, q);
	auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
	CHECK(std::find(sizes.begin(), sizes.end(), 16) != sizes.end());
	q.parallel_for(sycl::nd_range<1>(n, 32), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(16)]] {
		sycl::sub_group s = it.get_sub_group();
		int i = it.get_global_id(0), lane = s.get_local_linear_id(), row = 0;
		auto put = [&](int value) { out[row++ * n + i] = value; };
		put(s.get_max_local_range()[0]);
		put(s.get_group_linear_id());
		put(lane);
		put(sycl::select_from_group(s, i, 3));
		put(lane < 15 ? sycl::shift_group_left(s, i, 1) : (sycl::shift_group_left(s, i, 1), -1));
		put(lane >= 2 ? sycl::shift_group_right(s, i, 2) : (sycl::shift_group_right(s, i, 2), -1));
		put(sycl::permute_group_by_xor(s, i, 5));
		put(sycl::reduce_over_group(s, i, sycl::plus<>()));
		put(sycl::inclusive_scan_over_group(s, 2, sycl::plus<>()));
		put(sycl::group_broadcast(s, i, 7));
		put(sycl::any_of_group(s, i == 20));
		Pair pair = sycl::select_from_group(s, Pair{ i, i * 0.5 }, 2);
		put(pair.a + int(pair.b * 2));
		put(int(sycl::reduce_over_group(s, float(lane), sycl::maximum<>())));
		auto mask = sycl::ext::oneapi::group_ballot(s, lane % 3 == 0);
		put(mask.count() * 100 + mask[3] * 10 + mask[4]);
		sycl::group_barrier(s);
	}).wait();
	std::vector<int> want(rows * n);
	for (int i = 0; i < n; i++) {
		int lane = i % 16, base = i - lane;
		int values[rows] = { 16, i / 16 % 2, lane, base + 3, lane < 15 ? i + 1 : -1, lane >= 2 ? i - 2 : -1, base + (lane ^ 5), base * 16 + 120,
				     (lane + 1) * 2, base + 7, base == 16, (base + 2) * 2, 15, 610 };
		for (int row = 0; row < rows; row++)
			want[row * n + i] = values[row];
	}
	check_each("row*64", want.size(), out, [&](size_t i) { return want[i]; });
	return wrong;
}
