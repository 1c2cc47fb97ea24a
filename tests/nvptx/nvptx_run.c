/* nvptx_run.c — kernels k0, k1, … of one batch on the same input: by their PTX, as code of the host, or on a device.
 *
 *   nvptx_run ptx|host|SELECTOR CODE INPUT OUTPUT KERNELS
 *
 * CODE is PTX text, a shared library, or a package. The exit status is 77 if the device is missing. INPUT has WORDS
 * numbers of 64 bits for each work-item; OUTPUT gets as many for each work-item of each kernel. */
#include "ptx.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sybil/runtime.h>

enum { WORDS = 8 };

struct batch {
	uint64_t *input, *output;
	size_t items, kernels;
};

static void fail(const char *what, const char *name)
{
	(void)fprintf(stderr, "nvptx_run: %s: %s\n", name, what);
	exit(4);
}

static void run_ptx(const struct batch *b, const char *path)
{
	struct ptx *ptx = ptx_read(path);
	char name[32];

	ptx_region(ptx, b->input, b->items * WORDS * sizeof(uint64_t), SPACE_GLOBAL);
	ptx_region(ptx, b->output, b->kernels * b->items * WORDS * sizeof(uint64_t), SPACE_GLOBAL);
	for (size_t k = 0; k < b->kernels; k++) {
		const struct ptx_function *entry;

		(void)snprintf(name, sizeof(name), "k%zu", k);
		entry = ptx_find(ptx, name);
		if (!entry)
			fail("no such kernel", name);
		for (unsigned i = 0; i < b->items; i++) {
			const uint64_t arguments[] = { (uintptr_t)b->input,
						       (uintptr_t)(b->output + k * b->items * WORDS) };

			ptx_run(ptx, entry, arguments, 2, i, (unsigned)b->items);
		}
	}
}

static void run_host(const struct batch *b, const char *path)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	uint64_t *item = library ? dlsym(library, "host_item") : NULL;
	char name[32];

	if (!item)
		fail(dlerror(), path);
	for (size_t k = 0; k < b->kernels; k++) {
		void (*kernel)(const uint64_t *, uint64_t *);

		(void)snprintf(name, sizeof(name), "k%zu", k);
		*(void **)&kernel = dlsym(library, name);
		if (!kernel)
			fail(dlerror(), name);
		for (*item = 0; *item < b->items; ++*item)
			kernel(b->input, b->output + k * b->items * WORDS);
	}
}

/* ---- on a device ---- */

static struct syb_ctx *ctx;

static void need(int r)
{
	if (r >= 0)
		return;
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		(void)fprintf(stderr, "nvptx_run: %s\n", syb_ctx_diag_at(ctx, i)->text);
	exit(4);
}

static void launch(const struct batch *b, struct syb_bundle *bundle, struct syb_rt_device *device,
		   struct syb_queue *queue, size_t k, void *input, uint8_t *output)
{
	const struct syb_launch range = {
		.size = sizeof(range), .dims = 1, .global = { b->items }, .local = { b->items }
	};
	struct syb_kernel *kernel;
	char name[32];

	(void)snprintf(name, sizeof(name), "k%zu", k);
	need(syb_kernel_get(ctx, bundle, device, name, &kernel));
	need(syb_kernel_arg_pointer(ctx, kernel, 0, input));
	need(syb_kernel_arg_pointer(ctx, kernel, 1, output + k * b->items * WORDS * sizeof(uint64_t)));
	need(syb_kernel_launch(ctx, queue, kernel, &range, NULL));
	syb_kernel_free(kernel);
}

static void run_device(const struct batch *b, const char *selector, const char *path)
{
	const size_t in_size = b->items * WORDS * sizeof(uint64_t), out_size = b->kernels * in_size;
	struct syb_rt_device *device;
	struct syb_bundle *bundle;
	struct syb_queue *queue;
	void *input, *output;
	struct syb_rt *rt;

	need(syb_ctx_new(NULL, &ctx));
	need(syb_rt_open(ctx, NULL, &rt));
	if (syb_rt_select(ctx, rt, selector, &device) < 0)
		exit(77);
	need(syb_bundle_open_file(ctx, rt, path, &device, 1, NULL, &bundle));
	need(syb_queue_open(ctx, device, NULL, &queue));
	need(syb_mem_alloc(ctx, device, SYB_MEM_DEVICE, in_size, &input));
	need(syb_mem_alloc(ctx, device, SYB_MEM_DEVICE, out_size, &output));
	need(syb_mem_copy(ctx, queue, input, b->input, in_size, NULL, 0, NULL));
	for (size_t k = 0; k < b->kernels; k++)
		launch(b, bundle, device, queue, k, input, output);
	need(syb_mem_copy(ctx, queue, b->output, output, out_size, NULL, 0, NULL));
	need(syb_queue_wait(ctx, queue));
	need(syb_mem_free(ctx, device, input));
	need(syb_mem_free(ctx, device, output));
	syb_queue_close(queue);
	syb_bundle_close(bundle);
	syb_rt_close(rt);
	syb_ctx_free(ctx);
}

int main(int argc, char **argv)
{
	struct batch b = { .items = 0 };
	FILE *file = argc == 6 ? fopen(argv[3], "re") : NULL;
	size_t size;

	if (!file)
		fail("usage: nvptx_run ptx|host|SELECTOR CODE INPUT OUTPUT KERNELS", "no input");
	b.input = calloc(4096, sizeof(uint64_t));
	b.items = b.input ? fread(b.input, sizeof(uint64_t), 4096, file) / WORDS : 0;
	(void)fclose(file);
	b.kernels = strtoul(argv[5], NULL, 10);
	size = b.kernels * b.items * WORDS;
	b.output = calloc(size ? size : 1, sizeof(uint64_t));
	if (!b.input || !b.output || !size)
		fail("not enough memory, or nothing to run", argv[3]);
	if (strcmp(argv[1], "ptx") == 0)
		run_ptx(&b, argv[2]);
	else if (strcmp(argv[1], "host") == 0)
		run_host(&b, argv[2]);
	else
		run_device(&b, argv[1], argv[2]);
	file = fopen(argv[4], "we");
	if (!file || fwrite(b.output, sizeof(uint64_t), size, file) != size || fclose(file) != 0)
		fail("cannot be written", argv[4]);
	free(b.input);
	free(b.output);
	return 0;
}
