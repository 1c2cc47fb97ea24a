// Hierarchical kernels: loops and conditions around and without parallel_for_work_item, break, continue, return, switch, goto, functions.
// variants: -O0 | -O2
#include "check.hpp"

struct Sample { int a; float b[3]; int sum() const { return a + int(b[0]) + int(b[2]); } };
static Sample make(int k) { return { k, { float(k + 1), 0, float(k + 2) } }; }
static int take(Sample s)
{
	s.a++;
	return s.sum();
}
static int steps(int n)
{
	int count = 0;
	for (; n != 1; count++)
		n = n % 2 ? 3 * n + 1 : n / 2;
	return count;
}
template <class Work> static void all_items(sycl::group<3> g, const Work &work) { g.parallel_for_work_item(work); }

/* The same code for the device and the host: item(f) calls f for each work-item of the group. */
template <class Each> static void compute(int group, int *out, int *runs, Each each)
{
	int primes[10], count = 0, sum = 0, rounds = 0, flag = 0;
	++*runs;
	for (int n = 2;; n++) {
		bool prime = true;
		for (int d = 0; d < count && primes[d] * primes[d] <= n; d++)
			if (n % primes[d] == 0) {
				prime = false;
				break;
			}
		if (!prime)
			continue;
		primes[count++] = n;
		if (count == 10)
			break;
	}
	Sample s = make(group);
	if (group == 2 && take(s) > 0)
		return;
	for (int i = 1; i < 6; i++) {
		if (i == 4 && group == 1)
			break;
		sum += steps(i + group) + take(s);
		if (i % 2)
			each([&](int item) { out[item] += sum + primes[item % 10]; });
		else if (i == 2)
			continue;
		s.a += i;
	}
	do {
		each([&](int item) { if (item == 7 && rounds == 3) flag = 1; });
		rounds++;
	} while (!flag && rounds < 100);
again:
	if (rounds < 9) {
		rounds += 2;
		goto again;
	}
	switch (group) {
	case 0:
		sum = 5;
		break;
	case 1:
		each([&](int item) { out[item] += rounds * 1000; });
		[[fallthrough]];
	default:
		sum = 9;
	}
	bool both = group > 0 && (sum > 100 || primes[2] == 5);
	int last = both ? sum : -sum;
	each([=](int item) { out[item] += last; });
}

int main()
{
	sycl::queue q;
	constexpr int groups = 4, size = 64;
	int *out = sycl::malloc_shared<int>(groups * size, q), *runs = sycl::malloc_shared<int>(groups, q);
	std::vector<int> want(groups * size), want_runs(groups);
	for (int i = 0; i < groups * size; i++)
		out[i] = 0;
	for (int i = 0; i < groups; i++)
		runs[i] = 0;
	q.submit([&](sycl::handler &h) {
		h.parallel_for_work_group(sycl::range<3>(2, 1, 2), sycl::range<3>(4, 2, 8), [=](sycl::group<3> g) {
			int group = int(g.get_group_linear_id());
			compute(group, out + group * size, runs + group, [=](auto f) {
				all_items(g, [=](sycl::h_item<3> it) { f(int(it.get_local().get_linear_id())); });
			});
		});
	}).wait();
	for (int group = 0; group < groups; group++)
		compute(group, &want[group * size], &want_runs[group], [](auto f) {
			for (int item = 0; item < size; item++)
				f(item);
		});
	check_each("out", groups * size, out, [&](size_t i) { return want[i]; });
	check_each("runs", groups, runs, [&](size_t i) { return want_runs[i]; });
	return wrong;
}
