/* tests/device-lib/runner.hpp — run kernels of a package on a device, from C++: what host.cpp and examples.cpp share.
 *
 *   machine m("k.syclbin", "opencl:cpu");
 *   m.run("__sycl_kernel_iota", { 64 }, { 16 }, 1.0f, m.buffer(numbers));       numbers is filled afterwards */
#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <sybil/runtime.h>

struct local_bytes {
	size_t size;
};

/* Memory of the host that a kernel reads and writes. */
struct host_memory {
	void *data;
	size_t size;
	void *on_device;
};

class machine {
public:
	machine(const char *package, const char *selector)
	{
		syb_ctx_opts options = {};

		options.size = sizeof(options);
		options.sink = print;
		must(syb_ctx_new(&options, &ctx));
		must(syb_rt_open(ctx, nullptr, &rt));
		devices.resize(syb_rt_device_count(rt) + 1);
		must(syb_rt_select(ctx, rt, selector, devices.data()));
		must(syb_bundle_open_file(ctx, rt, package, devices.data(), 1, nullptr, &bundle));
		must(syb_queue_open(ctx, devices[0], nullptr, &queue));
	}
	~machine()
	{
		syb_queue_close(queue);
		syb_bundle_close(bundle);
		syb_rt_close(rt);
		syb_ctx_free(ctx);
	}

	template <typename T> host_memory buffer(std::vector<T> &values)
	{
		return { values.data(), values.size() * sizeof(T), nullptr };
	}

	void set(const char *constant, const void *value, size_t size)
	{
		must(syb_bundle_spec_const(ctx, bundle, constant,
					   { static_cast<const uint8_t *>(value), size }));
	}

	template <typename... Args>
	bool run(const std::string &name, std::vector<size_t> global, std::vector<size_t> local, Args... args)
	{
		syb_kernel *kernel = nullptr;
		syb_launch launch = {};
		bool fine = good(syb_kernel_get(ctx, bundle, devices[0], name.c_str(), &kernel));
		uint32_t at = 0;

		if (!fine)
			return false;
		launch.size = sizeof(launch);
		launch.dims = static_cast<uint32_t>(global.size());
		for (size_t i = 0; i < global.size(); i++) {
			launch.global[i] = global[i];
			launch.local[i] = i < local.size() ? local[i] : 0;
		}
		((fine = fine && give(kernel, at++, args)), ...);
		fine = fine && good(syb_kernel_launch(ctx, queue, kernel, &launch, nullptr)) && good(syb_queue_wait(ctx, queue));
		(take(args), ...);
		syb_kernel_free(kernel);
		return fine;
	}

private:
	syb_ctx *ctx = nullptr;
	syb_rt *rt = nullptr;
	syb_bundle *bundle = nullptr;
	syb_queue *queue = nullptr;
	std::vector<syb_rt_device *> devices;

	static void print(void *, const syb_diag *diag)
	{
		std::printf("# %s: %s [%s]\n", syb_severity_name(diag->severity), diag->text, diag->check ? diag->check : "");
	}
	static bool good(int r) { return r >= 0; }
	static void must(int r)
	{
		if (r < 0) {
			std::printf("Bail out! the runtime refused\n");
			std::exit(1);
		}
	}

	template <typename T> bool give(syb_kernel *kernel, uint32_t at, T &value)
	{
		return good(syb_kernel_arg(ctx, kernel, at, &value, sizeof(value)));
	}
	bool give(syb_kernel *kernel, uint32_t at, local_bytes &memory)
	{
		return good(syb_kernel_arg_local(ctx, kernel, at, memory.size));
	}
	bool give(syb_kernel *kernel, uint32_t at, host_memory &memory)
	{
		return good(syb_mem_alloc(ctx, devices[0], SYB_MEM_DEVICE, memory.size, &memory.on_device)) &&
		       good(syb_mem_copy(ctx, queue, memory.on_device, memory.data, memory.size, nullptr, 0, nullptr)) &&
		       good(syb_kernel_arg_pointer(ctx, kernel, at, memory.on_device));
	}
	template <typename T> void take(T &) {}
	void take(host_memory &memory)
	{
		if (!memory.on_device)
			return;
		must(syb_mem_copy(ctx, queue, memory.data, memory.on_device, memory.size, nullptr, 0, nullptr));
		must(syb_queue_wait(ctx, queue));
		must(syb_mem_free(ctx, devices[0], memory.on_device));
	}
};

/* TAP, one line per claim. */
inline int claims, failures;
inline void claim(bool yes, const std::string &what)
{
	std::printf("%sok %d - %s\n", yes ? "" : "not ", ++claims, what.c_str());
	failures += !yes;
}
inline int finish()
{
	std::printf("1..%d\n", claims);
	return failures != 0;
}
