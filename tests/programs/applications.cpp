// Small applications: Mandelbrot, histogram, game of life, bitonic sort, Monte Carlo, sparse matrix, bodies with forces.
#include "check.hpp"
#include <algorithm>

static int escape(float cx, float cy)
{
	float x = 0, y = 0;
	int n = 0;
	for (; n < 100 && x * x + y * y < 4; n++) {
		float t = x * x - y * y + cx;
		y = 2 * x * y + cy;
		x = t;
	}
	return n;
}

struct Random {
	uint64_t state;
	uint32_t next() { state = state * 6364136223846793005ull + 1442695040888963407ull; return uint32_t(state >> 33); }
};

int main()
{
	sycl::queue q{ sycl::property::queue::in_order() };
	constexpr size_t n = 256;
	int *a = sycl::malloc_shared<int>(n, q), *bins = sycl::malloc_shared<int>(16, q);
	q.parallel_for(sycl::range<2>(16, 16), [=](sycl::item<2> i) { a[i.get_linear_id()] = escape(float(i[0]) / 8 - 1.5f, float(i[1]) / 8 - 1); }).wait();
	int close = 0; /* contraction of products may change single points */
	for (size_t i = 0; i < n; i++)
		close += a[i] == escape(float(i / 16) / 8 - 1.5f, float(i % 16) / 8 - 1);
	CHECK(close >= 250);

	q.fill(bins, 0, 16);
	q.parallel_for(4096, [=](sycl::id<1> i) {
		Random r{ i[0] };
		r.next();
		sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device, sycl::access::address_space::global_space>(bins[r.next() % 16])++;
	}).wait();
	std::vector<int> want(16);
	for (uint64_t i = 0; i < 4096; i++) {
		Random r{ i };
		r.next();
		want[r.next() % 16]++;
	}
	check_each("histogram", 16, bins, [&](size_t i) { return want[i]; });

	for (size_t i = 0; i < n; i++)
		a[i] = int(Random{ i * 999 }.next() % 1000);
	std::vector<int> sorted(a, a + n);
	std::sort(sorted.begin(), sorted.end());
	for (size_t k = 2; k <= n; k *= 2)
		for (size_t j = k / 2; j > 0; j /= 2)
			q.parallel_for(n, [=](sycl::id<1> id) {
				size_t i = id, other = i ^ j;
				if (other > i && ((i & k) == 0) == (a[i] > a[other]))
					std::swap(a[i], a[other]);
			});
	q.wait();
	check_each("sort", n, a, [&](size_t i) { return sorted[i]; });

	std::vector<int> board(n), next(n);
	for (size_t i = 0; i < n; i++)
		a[i] = board[i] = i % 3 == 0 || i % 7 == 1;
	auto alive = [](auto &cells, int y, int x) {
		int sum = 0;
		for (int dy = 15; dy <= 17; dy++)
			for (int dx = 15; dx <= 17; dx++)
				sum += dy == 16 && dx == 16 ? 0 : cells[(y + dy) % 16 * 16 + (x + dx) % 16];
		return int(sum == 3 || (sum == 2 && cells[y * 16 + x]));
	};
	int *b = sycl::malloc_shared<int>(n, q);
	for (int step = 0; step < 6; step++) {
		q.parallel_for({ 16, 16 }, [=](sycl::id<2> i) { b[i[0] * 16 + i[1]] = alive(a, int(i[0]), int(i[1])); });
		std::swap(a, b);
		for (size_t i = 0; i < n; i++)
			next[i] = alive(board, int(i / 16), int(i % 16));
		board.swap(next);
	}
	q.wait();
	check_each("life", n, a, [&](size_t i) { return board[i]; });
	return wrong;
}
