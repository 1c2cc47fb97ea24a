/* adapter/t_sycl.cpp — the SYCL runtime on the adapter: devices, memory, buffers, kernels, events, errors. The kernels are those of
 * tests/backend, in an object of `sybil wrap`; g++ compiles this. */
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

static int failed;

#define check(cond, ...)                                            \
	do {                                                        \
		if (!(cond)) {                                      \
			std::printf("line %d: %s ", __LINE__, #cond); \
			std::printf("" __VA_ARGS__);                \
			std::printf("\n");                          \
			failed = 1;                                 \
		}                                                   \
	} while (0)

static sycl::kernel find(sycl::queue &queue, const char *name)
{
	for (const sycl::kernel_id &id : sycl::get_kernel_ids())
		if (!std::strcmp(id.get_name(), name))
			return sycl::get_kernel_bundle<sycl::bundle_state::executable>(queue.get_context(), { queue.get_device() },
										       { id })
				.get_kernel(id);
	throw sycl::exception(sycl::make_error_code(sycl::errc::invalid), std::string("no kernel ") + name);
}

static void look(const sycl::device &device)
{
	namespace info = sycl::info::device;

	check(device.is_gpu() && device.get_backend() == sycl::backend::ext_oneapi_cuda);
	check(device.get_info<info::vendor>() == "NVIDIA Corporation");
	check(device.has(sycl::aspect::fp64) && device.has(sycl::aspect::fp16) && device.has(sycl::aspect::atomic64));
	check(device.has(sycl::aspect::usm_device_allocations) && device.has(sycl::aspect::usm_shared_allocations));
	check(!device.has(sycl::aspect::image) && !device.has(sycl::aspect::ext_intel_esimd));
	check(device.get_info<info::sub_group_sizes>() == std::vector<size_t>{ 32 });
	check(device.get_info<info::max_work_group_size>() == 1024);
	check(device.get_info<info::local_mem_size>() > 48 << 10);
	check(device.get_info<info::max_compute_units>() > 0 && device.get_info<info::global_mem_size>() > 0);
	check(device.get_info<info::partition_max_sub_devices>() == 0);
	check(device.get_platform().get_devices().size() == 1);
	/* every aspect has an answer */
	device.get_info<info::aspects>();
}

static void use_memory(sycl::queue &queue)
{
	const int n = 1000;
	int *device = sycl::malloc_device<int>(n, queue), *shared = sycl::malloc_shared<int>(n, queue);
	std::vector<int> host(n, 3), back(n);

	check(sycl::get_pointer_type(device, queue.get_context()) == sycl::usm::alloc::device);
	check(sycl::get_pointer_type(shared, queue.get_context()) == sycl::usm::alloc::shared);
	check(sycl::get_pointer_type(back.data(), queue.get_context()) == sycl::usm::alloc::unknown);
	auto one = queue.memcpy(device, host.data(), n * sizeof(int));
	auto two = queue.submit([&](sycl::handler &h) {
		h.depends_on(one);
		h.memcpy(shared, device, n * sizeof(int));
	});
	queue.submit([&](sycl::handler &h) {
		     h.depends_on(two);
		     h.fill(shared + 500, 9, 500);
	     }).wait();
	check(shared[499] == 3 && shared[500] == 9 && shared[999] == 9);
	queue.ext_oneapi_memcpy2d(back.data(), 40, shared + 490, 20 * sizeof(int), 40, 10).wait();
	check(back[0] == 3 && back[9] == 3 && back[10] == 9);
	queue.prefetch(shared, n * sizeof(int));
	queue.mem_advise(shared, n * sizeof(int), 0);
	queue.wait();
	sycl::free(device, queue);
	sycl::free(shared, queue);
}

static void use_buffers(sycl::queue &queue)
{
	std::vector<int> values(64 * 64);
	auto iota = find(queue, "iota");

	for (size_t i = 0; i < values.size(); i++)
		values[i] = (int)i;
	{
		sycl::buffer<int, 2> buffer(values.data(), sycl::range<2>(64, 64));
		sycl::buffer<int, 2> rows(buffer, sycl::id<2>(32, 0), sycl::range<2>(16, 64));
		sycl::buffer<int, 1> other(sycl::range<1>(64));

		queue.submit([&](sycl::handler &h) {
			sycl::accessor a(rows, h, sycl::write_only);
			h.fill(a, -1);
		});
		queue.submit([&](sycl::handler &h) {
			sycl::accessor a(other, h, sycl::write_only);
			h.fill(a, 5);
		});
		sycl::host_accessor h(other, sycl::read_only);
		check(h[0] == 5 && h[63] == 5);
	}
	check(values[31 * 64] == 31 * 64 && values[32 * 64] == -1 && values[47 * 64 + 63] == -1 && values[48 * 64] == 48 * 64);
}

static void run_kernels(sycl::queue &queue)
{
	const unsigned n = 1024;
	unsigned *out = sycl::malloc_shared<unsigned>(n, queue), *in = sycl::malloc_shared<unsigned>(n, queue);
	auto iota = find(queue, "iota"), saxpy = find(queue, "saxpy"), reverse = find(queue, "reverse_local");
	auto fill = [&](unsigned value) { std::fill(out, out + n, value); };

	fill(7);
	queue.submit([&](sycl::handler &h) {
		     h.set_args(out);
		     h.parallel_for(sycl::range<1>(n / 2), iota);
	     }).wait();
	check(out[0] == 0 && out[n / 2 - 1] == n / 2 - 1 && out[n / 2] == 7);
	fill(7);
	queue.submit([&](sycl::handler &h) {
		     h.set_args(out);
		     h.parallel_for(sycl::nd_range<1>(sycl::range<1>(256), sycl::range<1>(64), sycl::id<1>(128)), iota);
	     }).wait();
	check(out[127] == 7 && out[128] == 128 && out[383] == 383 && out[384] == 7);
	queue.submit([&](sycl::handler &h) {
		     h.set_args(in);
		     h.parallel_for(sycl::range<1>(n), iota);
	     }).wait();
	queue.submit([&](sycl::handler &h) {
		     h.set_args(in, out, sycl::local_accessor<unsigned>(sycl::range<1>(20 << 10), h)); /* 80 KiB */
		     h.parallel_for(sycl::nd_range<1>(n, 128), reverse);
	     }).wait();
	check(out[0] == 127 && out[127] == 0 && out[n - 1] == n - 128);
	float *x = (float *)in, *y = (float *)out;
	for (unsigned i = 0; i < n; i++)
		x[i] = (float)i, y[i] = 1;
	queue.submit([&](sycl::handler &h) {
		     h.set_args(2.0f, x, y);
		     h.parallel_for(sycl::range<1>(n), saxpy);
	     }).wait();
	check(y[0] == 1 && y[n - 1] == 2.0f * (n - 1) + 1);

	check(iota.get_info<sycl::info::kernel_device_specific::work_group_size>(queue.get_device()) == 1024);
	try {
		queue.submit([&](sycl::handler &h) {
			     h.set_args(out);
			     h.parallel_for(sycl::nd_range<1>(4096, 2048), iota);
		     }).wait();
		check(false, "a work-group of 2048");
	} catch (const sycl::exception &error) {
		check(error.code() == sycl::errc::nd_range, "%s", error.what());
	}
	try {
		queue.submit([&](sycl::handler &h) {
			     h.set_args(in, out, sycl::local_accessor<unsigned>(sycl::range<1>(1 << 20), h));
			     h.parallel_for(sycl::nd_range<1>(n, 128), reverse);
		     }).wait();
		check(false, "4 MiB of local memory");
	} catch (const sycl::exception &error) {
		check(std::strstr(error.what(), "local memory"), "%s", error.what());
	}
	sycl::free(in, queue);
	sycl::free(out, queue);
}

static void run_threads(const sycl::device &device)
{
	std::vector<std::thread> threads;

	for (int i = 0; i < 4; i++)
		threads.emplace_back([&] {
			sycl::queue queue(device, sycl::property::queue::in_order());
			auto iota = find(queue, "iota");
			unsigned *out = sycl::malloc_shared<unsigned>(256, queue);

			for (int k = 0; k < 20; k++)
				queue.submit([&](sycl::handler &h) {
					h.set_args(out);
					h.parallel_for(sycl::range<1>(256), iota);
				});
			queue.wait();
			check(out[255] == 255);
			sycl::free(out, queue);
		});
	for (auto &thread : threads)
		thread.join();
}

static void use_events(const sycl::device &device)
{
	namespace profiling = sycl::info::event_profiling;
	sycl::queue queue(device, sycl::property::queue::enable_profiling());
	auto nothing = find(queue, "nothing");
	auto event = queue.submit([&](sycl::handler &h) { h.single_task(nothing); });
	bool ran = false;

	event.wait();
	check(event.get_info<sycl::info::event::command_execution_status>() == sycl::info::event_command_status::complete);
	check(event.get_profiling_info<profiling::command_end>() >= event.get_profiling_info<profiling::command_start>());
	queue.submit([&](sycl::handler &h) {
		h.depends_on(event);
		h.host_task([&] { ran = true; });
	});
	queue.ext_oneapi_submit_barrier();
	queue.wait();
	check(ran);
}

int main()
{
	try {
		sycl::device device(sycl::gpu_selector_v);
		sycl::queue queue(device), in_order(device, sycl::property::queue::in_order());

		std::printf("on %s\n", device.get_info<sycl::info::device::name>().c_str());
		look(device);
		for (sycl::queue *q : { &queue, &in_order }) {
			use_memory(*q);
			use_buffers(*q);
			run_kernels(*q);
		}
		use_events(device);
		run_threads(device);
	} catch (const sycl::exception &error) {
		std::printf("exception: %s\n", error.what());
		failed = 1;
	}
	std::puts(failed ? "failed" : "all right");
	return failed;
}
