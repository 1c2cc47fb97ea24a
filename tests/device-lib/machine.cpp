/* tests/device-lib/machine.cpp — the machine of runner.hpp: libsybil-rt. */
#include "runner.hpp"

#include <sybil/runtime.h>

static void print(void *, const syb_diag *diag)
{
	std::printf("# %s: %s [%s]\n", syb_severity_name(diag->severity), diag->text, diag->check ? diag->check : "");
}
static bool good(int r)
{
	return r >= 0;
}
static void must(int r)
{
	if (r < 0) {
		std::printf("Bail out! the runtime refused\n");
		std::exit(1);
	}
}

struct machine::parts {
	syb_ctx *ctx = nullptr;
	syb_rt *rt = nullptr;
	syb_bundle *bundle = nullptr;
	syb_queue *queue = nullptr;
	std::vector<syb_rt_device *> devices;

	~parts()
	{
		syb_queue_close(queue);
		syb_bundle_close(bundle);
		syb_rt_close(rt);
		syb_ctx_free(ctx);
	}

	bool give(syb_kernel *kernel, uint32_t at, const argument &from, void *&on_device)
	{
		if (from.kind == argument::VALUE)
			return good(syb_kernel_arg(ctx, kernel, at, from.data, from.size));
		if (from.kind == argument::LOCAL)
			return good(syb_kernel_arg_local(ctx, kernel, at, from.size));
		return good(syb_mem_alloc(ctx, devices[0], SYB_MEM_DEVICE, from.size, &on_device)) &&
		       good(syb_mem_copy(ctx, queue, on_device, from.data, from.size, nullptr, 0, nullptr)) &&
		       good(syb_kernel_arg_pointer(ctx, kernel, at, on_device));
	}
	void take(const argument &to, void *on_device)
	{
		if (!on_device)
			return;
		must(syb_mem_copy(ctx, queue, to.data, on_device, to.size, nullptr, 0, nullptr));
		must(syb_queue_wait(ctx, queue));
		must(syb_mem_free(ctx, devices[0], on_device));
	}
};

machine::machine(const char *package, const char *selector) : has(new parts)
{
	syb_ctx_opts options = {};

	options.size = sizeof(options);
	options.sink = print;
	must(syb_ctx_new(&options, &has->ctx));
	must(syb_rt_open(has->ctx, nullptr, &has->rt));
	has->devices.resize(syb_rt_device_count(has->rt) + 1);
	must(syb_rt_select(has->ctx, has->rt, selector, has->devices.data()));
	must(syb_bundle_open_file(has->ctx, has->rt, package, has->devices.data(), 1, nullptr, &has->bundle));
	must(syb_queue_open(has->ctx, has->devices[0], nullptr, &has->queue));
}
machine::~machine() = default;

void machine::set(const char *constant, const void *value, size_t size)
{
	must(syb_bundle_spec_const(has->ctx, has->bundle, constant, { static_cast<const uint8_t *>(value), size }));
}

bool machine::launch(const std::string &name, const std::vector<size_t> &global, const std::vector<size_t> &local,
		     const std::vector<argument> &arguments)
{
	syb_kernel *kernel = nullptr;
	syb_launch launch = {};
	std::vector<void *> on_device(arguments.size());
	bool fine = good(syb_kernel_get(has->ctx, has->bundle, has->devices[0], name.c_str(), &kernel));

	if (!fine)
		return false;
	launch.size = sizeof(launch);
	launch.dims = static_cast<uint32_t>(global.size());
	for (size_t i = 0; i < global.size(); i++) {
		launch.global[i] = global[i];
		launch.local[i] = i < local.size() ? local[i] : 0;
	}
	for (size_t i = 0; i < arguments.size(); i++)
		fine = fine && has->give(kernel, static_cast<uint32_t>(i), arguments[i], on_device[i]);
	fine = fine && good(syb_kernel_launch(has->ctx, has->queue, kernel, &launch, nullptr)) &&
	       good(syb_queue_wait(has->ctx, has->queue));
	for (size_t i = 0; i < arguments.size(); i++)
		has->take(arguments[i], on_device[i]);
	syb_kernel_free(kernel);
	return fine;
}
