// A SYCL program: y = 2.5 x + y for a million numbers.
//   sybil c++ -fsycl -O2 app.cpp -o app && ./app
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

int main()
{
	sycl::queue queue;
	std::vector<float> x(1 << 20, 2.0f), y(1 << 20, 1.0f);

	{
		sycl::buffer from(x), to(y);

		queue.submit([&](sycl::handler &handler) {
			sycl::accessor in(from, handler, sycl::read_only);
			sycl::accessor out(to, handler, sycl::read_write);

			handler.parallel_for(in.size(), [=](sycl::id<1> i) { out[i] += 2.5f * in[i]; });
		});
	} // to writes its values back

	size_t right = 0;
	for (float value : y)
		right += value == 6.0f;
	std::printf("%zu of %zu results are right, on %s\n", right, y.size(),
		    queue.get_device().get_info<sycl::info::device::name>().c_str());
	return right != y.size();
}
