/* examples/run_saxpy.cpp — y = a x + y on a device, from C++ with a plain compiler.
 *
 *   g++ -std=c++17 run_saxpy.cpp $(pkg-config --cflags --libs sybil-rt sybil) -o run_saxpy
 *   ./run_saxpy axpy.syclbin [DEVICE]
 *
 * The package is the one of `make demo` (build/demo/axpy.syclbin), or made from axpy.cl in any other way. */
#include <cstdio>
#include <memory>
#include <string>
#include <sybil/runtime.h>
#include <vector>

namespace {

template <auto Free> struct deleter {
	template <typename T> void operator()(T *object) const
	{
		Free(object);
	}
};
template <typename T, auto Free> using owned = std::unique_ptr<T, deleter<Free>>;

struct failure {
	int code;
};

void must(int r)
{
	if (r < 0)
		throw failure{ r };
}

/* Functions of the library fill a pointer; what comes out here frees itself. */
template <typename T, auto Free, typename Make, typename... Args> owned<T, Free> make(Make function, Args... args)
{
	T *object = nullptr;

	must(function(args..., &object));
	return owned<T, Free>(object);
}

/* Floats on a device. */
class memory {
public:
	memory(syb_ctx *ctx, syb_rt_device *device, size_t count) : ctx(ctx), device(device)
	{
		must(syb_mem_alloc(ctx, device, SYB_MEM_DEVICE, count * sizeof(float), &address));
	}
	memory(const memory &) = delete;
	memory &operator=(const memory &) = delete;
	~memory()
	{
		if (syb_mem_free(ctx, device, address) < 0)
			std::fprintf(stderr, "memory was not freed\n");
	}
	void *address = nullptr;

private:
	syb_ctx *ctx;
	syb_rt_device *device;
};

void print_diag(void *, const syb_diag *diag)
{
	std::fprintf(stderr, "%s%s%s: %s [%s]\n", diag->file ? diag->file : "", diag->file ? ": " : "",
		     syb_severity_name(diag->severity), diag->text, diag->check);
}

bool run(syb_ctx *ctx, const char *path, const char *selector)
{
	const size_t count = 1 << 20, bytes = count * sizeof(float);
	const float a = 2.5f;
	std::vector<float> x(count), y(count, 1.0f);
	auto rt = make<syb_rt, syb_rt_close>(syb_rt_open, ctx, nullptr);
	std::vector<syb_rt_device *> devices(syb_rt_device_count(rt.get()) + 1);
	must(syb_rt_select(ctx, rt.get(), selector, devices.data()));
	syb_rt_device *device = devices[0];
	auto bundle = make<syb_bundle, syb_bundle_close>(syb_bundle_open_file, ctx, rt.get(), path, &device, size_t(1), nullptr);
	auto kernel = make<syb_kernel, syb_kernel_free>(syb_kernel_get, ctx, bundle.get(), device, "saxpy");
	auto queue = make<syb_queue, syb_queue_close>(syb_queue_open, ctx, device, nullptr);
	memory on_x(ctx, device, count), on_y(ctx, device, count);
	syb_launch launch = {};
	size_t wrong = 0;

	for (size_t i = 0; i < count; i++)
		x[i] = float(i % 1000);
	must(syb_mem_copy(ctx, queue.get(), on_x.address, x.data(), bytes, nullptr, 0, nullptr));
	must(syb_mem_copy(ctx, queue.get(), on_y.address, y.data(), bytes, nullptr, 0, nullptr));
	must(syb_kernel_arg_pointer(ctx, kernel.get(), 0, on_y.address));
	must(syb_kernel_arg_pointer(ctx, kernel.get(), 1, on_x.address));
	must(syb_kernel_arg(ctx, kernel.get(), 2, &a, sizeof(a)));
	launch.size = sizeof(launch);
	launch.dims = 1;
	launch.global[0] = count;
	must(syb_kernel_launch(ctx, queue.get(), kernel.get(), &launch, nullptr));
	must(syb_mem_copy(ctx, queue.get(), y.data(), on_y.address, bytes, nullptr, 0, nullptr));
	must(syb_queue_wait(ctx, queue.get()));
	for (size_t i = 0; i < count; i++)
		wrong += y[i] != a * x[i] + 1.0f;
	std::printf("%zu of %zu numbers are right on %s\n", count - wrong, count, syb_rt_device_info(device)->name);
	return wrong == 0;
}

} // namespace

int main(int argc, char **argv)
{
	if (argc < 2 || argc > 3) {
		std::fprintf(stderr, "usage: run_saxpy PACKAGE [DEVICE]\n");
		return 2;
	}
	try {
		syb_ctx_opts opts = {};
		opts.size = sizeof(opts);
		opts.sink = print_diag;
		auto ctx = make<syb_ctx, syb_ctx_free>(syb_ctx_new, &opts);
		return run(ctx.get(), argv[1], argc > 2 ? argv[2] : nullptr) ? 0 : 1;
	} catch (const failure &failed) {
		return syb_code_exit(failed.code);
	}
}
