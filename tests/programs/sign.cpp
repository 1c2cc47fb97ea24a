// Masks of bits that a shift copied from the sign, rotations by more than the width, exact divisions of masked numbers.
#include "check.hpp"

static unsigned long next(unsigned long x)
{
	return (x << 1) ^ (static_cast<long>(x) < 0 ? 7UL : 0UL);
}

static unsigned long work(unsigned long x, unsigned i)
{
	unsigned long sum = x;
	for (int k = 0; k < 64; k++)
		x = next(x);
	sum += x + static_cast<unsigned>(static_cast<long>(x) >> 40);
	unsigned long n = i + 60;
	sum ^= x << (n & 63) | x >> (-n & 63);
	int masked = static_cast<int>(x) & -16;
	return sum + static_cast<unsigned long>(masked) + static_cast<unsigned long>(masked / 16) * 3;
}

int main()
{
	constexpr unsigned size = 128;
	sycl::queue q;
	std::vector<unsigned long> out(size);
	{
		sycl::buffer b(out);
		q.submit([&](sycl::handler &h) {
			sycl::accessor a{ b, h };
			h.parallel_for(size, [=](sycl::id<1> i) {
				a[i] = work(i[0] * 0x9E3779B97F4A7C15UL + 1, static_cast<unsigned>(i[0]));
			});
		});
	}
	for (unsigned i = 0; i < size; i++)
		CHECK(out[i] == work(i * 0x9E3779B97F4A7C15UL + 1, i));
	return wrong;
}
