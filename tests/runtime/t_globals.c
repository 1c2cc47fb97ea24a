/* t_globals.c — device globals: of one image and of all, one set for each bundle, also where the driver has no call. */
#include "lib/rtfix.h"

static const struct rt_module module = { "[SYCL/kernel names]\ncount=1|1\npeek=1|1\nshares=1|1\nbegins=1|1\n"
					 "[SYCL/device globals]\n"
					 "begin=2|ABAAAAAAAAAKAAAABAAAAA\n"      /* 40 bytes, of the image */
					 "counter=2|ABAAAAAAAAAEAAAABAAAAA\n"    /* 16 */
					 "shared_at=2|ABAAAAAAAAAEAAAAAAAAAA\n", /* 16, of all images */
					 { { .file = "globals.spv" }, { .file = "globals.ptx" } } };

static bool fake; /* a driver that knows one of the kernels */

static bool is4(const uint32_t *got, uint32_t first, uint32_t step)
{
	bool same = true;

	for (uint32_t i = 0; i < 4; i++)
		same &= got[i] == first + step * i;
	if (!same)
		printf("# got %u %u %u %u\n", got[0], got[1], got[2], got[3]);
	return same;
}

static bool holds(struct syb_bundle *bundle, const char *name, uint32_t first, uint32_t step)
{
	uint32_t got[4] = { 0 };

	works(syb_global_read(t.ctx, t.queue, bundle, NULL, name, 0, got, sizeof(got)));
	return is4(got, first, step);
}

static void put(struct syb_bundle *bundle, const char *name, uint32_t first, uint32_t step)
{
	uint32_t values[4];

	for (uint32_t i = 0; i < 4; i++)
		values[i] = first + step * i;
	works(syb_global_write(t.ctx, t.queue, bundle, NULL, name, 0, values, sizeof(values)));
}

/* What a kernel sees. */
static bool sees(struct syb_bundle *bundle, const char *name, uint32_t first, uint32_t step)
{
	struct syb_kernel *kernel = get(bundle, name);
	uint32_t got[4] = { 0 }, *d = device_memory(sizeof(got));

	works(syb_kernel_arg_pointer(t.ctx, kernel, 0, d));
	works(launch(kernel, 4, 1));
	move(got, d, sizeof(got));
	works(syb_mem_free(t.ctx, t.device, d));
	syb_kernel_free(kernel);
	return is4(got, first, step);
}

static void test_image_scope(struct syb_bundle *bundle, struct syb_bundle *other)
{
	uint32_t two[2] = { 0 };

	ok(holds(bundle, "counter", 1, 1), "the value it begins with");
	put(bundle, "counter", 5, 1);
	ok(sees(bundle, "count", 5, 1), "a kernel sees what was written");
	ok(holds(bundle, "counter", 15, 1), "and what it wrote can be read");
	works(syb_global_read(t.ctx, t.queue, bundle, NULL, "counter", 4, two, sizeof(two)));
	ok(two[0] == 16 && two[1] == 17, "a part of it");
	if (!fake) {
		ok(sees(bundle, "peek", 15, 1), "another kernel of the image sees the same");
		ok(sees(bundle, "count", 115, 1), "both ways");
	}
	ok(holds(other, "counter", 1, 1), "another bundle of the package has its own");
	refused_as(syb_global_read(t.ctx, t.queue, bundle, NULL, "counter", 12, two, 8), SYB_E_ARG, "device-global");
	refused_as(syb_global_read(t.ctx, t.queue, bundle, NULL, "nothing", 0, two, 8), SYB_E_NOTFOUND,
		   "device-global");
}

static void test_begin(struct syb_bundle *bundle)
{
	static const long want[] = { 5, -6, 987, 3 };
	struct syb_kernel *kernel = get(bundle, "begins");
	long got[4] = { 0 }, *d = device_memory(sizeof(got));

	works(syb_kernel_arg_pointer(t.ctx, kernel, 0, d));
	works(launch(kernel, 1, 1));
	move(got, d, sizeof(got));
	ok(memcmp(got, want, sizeof(got)) == 0, "a struct begins with its value: %ld %ld %ld %ld", got[0], got[1],
	   got[2], got[3]);
	works(syb_mem_free(t.ctx, t.device, d));
	syb_kernel_free(kernel);
}

static void test_shared(struct syb_bundle *bundle, struct syb_bundle *other)
{
	ok(holds(bundle, "shared_at", 0, 0), "memory that all images share begins with zeros");
	put(bundle, "shared_at", 7, 2);
	put(other, "shared_at", 50, 5);
	if (!fake) {
		ok(sees(bundle, "shares", 7, 2), "a kernel finds it");
		ok(sees(other, "shares", 50, 5), "and that of another bundle its own");
		ok(holds(bundle, "shared_at", 8, 2) && holds(other, "shared_at", 51, 5), "what they wrote can be read");
	} else {
		ok(holds(bundle, "shared_at", 7, 2) && holds(other, "shared_at", 50, 5), "each bundle has its own");
	}
}

/* input, object, executable: variables are each bundle's own, and stay when those before are closed. */
static void test_states(void)
{
	struct syb_bundle *input = open_module("input.syclbin", &module, SYB_STATE_INPUT), *object = NULL,
			  *linked = NULL, *built = NULL;

	put(input, "counter", 70, 1);
	works(syb_bundle_build(t.ctx, input, &built));
	ok(built && holds(built, "counter", 1, 1), "what is built has its own variables");
	works(syb_bundle_compile(t.ctx, input, &object));
	works(syb_bundle_link(t.ctx, &object, 1, &linked));
	put(linked, "shared_at", 3, 3);
	syb_bundle_close(object);
	syb_bundle_close(input);
	ok(linked && sees(linked, "count", 1, 1), "an object that is closed takes nothing with it");
	ok(linked && holds(linked, "shared_at", 3, 3), "nor what is shared");
	if (!fake)
		ok(linked && sees(linked, "shares", 3, 3), "kernels find it");
	syb_bundle_close(built);
	syb_bundle_close(linked);
}

/* A module that the device cannot take stands before the one that it uses. */
static void test_stand_in(void)
{
	struct rt_module modules[] = { module, module };
	struct syb_bundle *bundle;
	char path[128];

	snprintf(path, sizeof(path), "%s", folder_path("nothing.bin"));
	rt_write(path, "none", 4);
	modules[0].images[0] = (struct rt_image){ .file = path, .native = true, .arch = "gfx90a" };
	modules[0].images[1] = (struct rt_image){ 0 };
	bundle = open_path(pack("two.syclbin", modules, 2, SYB_STATE_EXECUTABLE), NULL);
	ok(holds(bundle, "counter", 1, 1), "the one that the device takes is meant");
	syb_bundle_close(bundle);
}

/* Memory objects have no addresses that code could name. */
static void test_no_addresses(void)
{
	struct syb_rt_device *devices[64];
	struct syb_bundle *bundle = NULL;
	struct syb_kernel *kernel = NULL;
	struct syb_rt *rt = NULL;

	setenv("SYBIL_OPENCL_MEMORY", "buffer", 1);
	works(syb_rt_open(t.ctx, NULL, &rt));
	works(syb_rt_select(t.ctx, rt, "opencl:cpu", devices));
	works(syb_bundle_open_file(t.ctx, rt, pack("objects.syclbin", &module, 1, SYB_STATE_EXECUTABLE), devices, 1,
				   NULL, &bundle));
	refused_as(syb_kernel_get(t.ctx, bundle, devices[0], "count", &kernel), SYB_E_UNSUPPORTED, "device-global");
	unsetenv("SYBIL_OPENCL_MEMORY");
	syb_bundle_close(bundle);
	syb_rt_close(rt);
}

int main(int argc, char **argv)
{
	struct syb_bundle *bundle, *other;

	if (!rtfix_begin(argc > 1 ? argv[1] : "opencl:cpu", NULL))
		return 0;
	fake = getenv("SYBIL_FAKE") != NULL;
	bundle = open_module("globals.syclbin", &module, SYB_STATE_EXECUTABLE);
	other = open_path(folder_path("globals.syclbin"), NULL);
	test_image_scope(bundle, other);
	if (!fake)
		test_begin(bundle);
	test_shared(bundle, other);
	syb_bundle_close(bundle);
	syb_bundle_close(other);
	test_states();
	test_stand_in();
	if (is_pocl())
		test_no_addresses();
	return rtfix_end();
}
