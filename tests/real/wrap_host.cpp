/* Lists the kernels that are registered with the SYCL runtime, whether the default device supports them, and runs one
 * if it is given: KERNEL multiplies numbers by a factor; its first argument is not used.
 *
 *   wrap_host [LIBRARY] [KERNEL] */
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstring>
#include <dlfcn.h>

static int run(sycl::queue &queue, const sycl::kernel_id &id)
{
	auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(queue.get_context(), { queue.get_device() }, { id });
	auto kernel = bundle.get_kernel(id);
	double *p = sycl::malloc_shared<double>(64, queue);

	for (int i = 0; i < 64; i++)
		p[i] = i;
	queue.submit([&](sycl::handler &h) {
		     h.set_args(7, p, 3);
		     h.parallel_for(sycl::nd_range<1>(64, 8), kernel);
	     }).wait();
	for (int i = 0; i < 64; i++)
		if (p[i] != 3.0 * i)
			return std::printf("wrong result %d: %g\n", i, p[i]), 1;
	sycl::free(p, queue);
	std::puts("right result");
	return 0;
}

static int work(const char *name)
{
	sycl::queue queue;
	int result = 0;

	for (const sycl::kernel_id &id : sycl::get_kernel_ids()) {
		std::printf("%s %s\n", id.get_name(), sycl::is_compatible({ id }, queue.get_device()) ? "yes" : "no");
		if (name && !std::strcmp(id.get_name(), name))
			result |= run(queue, id);
	}
	return result;
}

int main(int argc, char **argv)
{
	const char *library = argc > 1 && std::strchr(argv[1], '/') ? argv[1] : nullptr;
	const char *name = argc > 1 + !!library ? argv[1 + !!library] : nullptr;
	void *handle = library ? dlopen(library, RTLD_NOW) : nullptr;
	int result;

	if (library && !handle)
		return std::puts(dlerror()), 1;
	result = work(name);
	if (handle) {
		dlclose(handle);
		std::printf("%zu kernels\n", sycl::get_kernel_ids().size());
	}
	return result;
}
