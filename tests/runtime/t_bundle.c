/* t_bundle.c — bundles on a live device: specialization constants, dynamic linking, reports, faults, messages. */
#include "lib/rtfix.h"

static struct syb_bundle *open_bundle(const char *path, struct syb_rt *rt, struct syb_rt_device *device)
{
	struct syb_bundle *bundle = NULL;

	works(syb_bundle_open_file(t.ctx, rt, path, &device, 1, NULL, &bundle));
	return bundle;
}

/* ---- specialization constants ---- */

static const char spec_props[] = "[SYCL/kernel names]\n"
				 "constants=1|1\n"
				 "[SYCL/specialization constants]\n"
				 "number=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA\n"
				 "real=2|gBAAAAAAAAQAAAAAAAAAAgAAAAA\n"
				 "flag=2|gBAAAAAAAAgAAAAAAAAAAEAAAAA\n"
				 "pair=2|ADAAAAAAAAwAAAAAAAAAAQAAAAABAAAAEAAAAQAAAAA\n"
				 "[SYCL/specialization constants default values]\n"
				 "all=2|oCAAAAAAAAwBAAAAAAAAAAAAEAEAeAAAAgCAAAA\n";

static bool run_constants(struct syb_bundle *bundle, const double *want)
{
	struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { 1 } };
	struct syb_kernel *kernel = NULL;
	double got[5] = { 0 };
	void *d = NULL;
	bool same = true;

	works(syb_kernel_get(t.ctx, bundle, t.device, "constants", &kernel));
	if (!kernel)
		return false;
	works(syb_mem_alloc(t.ctx, t.device, SYB_MEM_DEVICE, sizeof(got), &d));
	works(syb_kernel_arg_pointer(t.ctx, kernel, 0, d));
	works(syb_kernel_launch(t.ctx, t.queue, kernel, &range, NULL));
	works(syb_mem_copy(t.ctx, t.queue, got, d, sizeof(got), NULL, 0, NULL));
	works(syb_queue_wait(t.ctx, t.queue));
	for (size_t i = 0; i < 5; i++)
		same &= got[i] == want[i];
	if (!same)
		printf("# got %g %g %g %g %g\n", got[0], got[1], got[2], got[3], got[4]);
	works(syb_mem_free(t.ctx, t.device, d));
	syb_kernel_free(kernel);
	return same;
}

static void set(struct syb_bundle *bundle, const char *name, const void *value, size_t bytes)
{
	works(syb_bundle_spec_const(t.ctx, bundle, name, (struct syb_bytes){ value, bytes }));
}

/* Where values lie in memory there may be bytes between two, which are a part of the first: 1 byte, and 3 behind it. */
static void test_padded_constant(void)
{
	struct rt_module module = { "[SYCL/specialization constants]\n"
				    "small=2|ADAAAAAAAAQAAAAAAAAAAEAAAAw/////BAAAAMAAAAA\n",
				    { { .file = "spec.spv" } } };
	struct syb_bundle *b = open_bundle(pack("padded.syclbin", &module, 1, SYB_STATE_EXECUTABLE), t.rt, t.device);
	const uint8_t value[] = { 1, 0, 0, 0, 0 };
	uint8_t got[4] = { 9, 9, 9, 9 };
	size_t size = 1;

	set(b, "small", value, 1);
	works(syb_bundle_spec_const_get(t.ctx, b, "small", got, &size));
	ok(got[0] == 1 && got[1] == 9 && size == 4, "one byte is taken, and given back");
	set(b, "small", value, 4);
	is_int(syb_bundle_spec_const(t.ctx, b, "small", (struct syb_bytes){ value, 5 }), -SYB_E_ARG);
	syb_ctx_diag_clear(t.ctx);
	syb_bundle_close(b);
}

/* A bundle as bytes: what is written, and a package again. */
static void test_contents(struct syb_bundle *bundle, const char *written)
{
	struct syb_file *contents = NULL, *file = NULL;
	struct syb_bundle *again = NULL;
	struct syb_bytes a, b;
	size_t size = 4;
	int got = 0;

	works(syb_bundle_contents(t.ctx, bundle, NULL, &contents));
	works(syb_file_open(t.ctx, written, &file));
	a = syb_file_bytes(contents);
	b = syb_file_bytes(file);
	ok(a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0, "contents are what is written");
	syb_file_close(file);
	works(syb_bundle_open(t.ctx, t.rt, a, &t.device, 1, NULL, &again));
	syb_file_close(contents);
	works(syb_bundle_spec_const_get(t.ctx, again, "number", &got, &size));
	is_int(got, -5);
	syb_bundle_close(again);
}

static void test_constants(void)
{
	static const double defaults[] = { 7, 2.5, 0, 30, 40 }, other[] = { -5, 0.125, 1, 31, 41 };
	struct rt_module module = { spec_props, { { .file = "spec.spv" } } };
	const char *path = pack("spec.syclbin", &module, 1, SYB_STATE_EXECUTABLE);
	struct syb_bundle *a = open_bundle(path, t.rt, t.device), *b = open_bundle(path, t.rt, t.device), *c;
	const int number = -5, pair[] = { 31, 41 };
	const double real = 0.125;
	const bool flag = true;
	struct syb_out *out = NULL;
	char written[128];
	size_t size = 4;
	int got = 0;

	works(syb_bundle_spec_const_get(t.ctx, a, "number", &got, &size));
	is_int(got, 7);
	ok(run_constants(a, defaults), "defaults");
	set(b, "number", &number, 4);
	set(b, "real", &real, 8);
	set(b, "flag", &flag, 1);
	set(b, "pair", pair, 8);
	works(syb_bundle_spec_const_get(t.ctx, b, "number", &got, &size));
	is_int(got, -5);
	ok(run_constants(b, other), "set by name");
	is_int(syb_bundle_spec_const(t.ctx, b, "number", (struct syb_bytes){ (const uint8_t *)&number, 4 }),
	       -SYB_E_STATE);
	is_int(syb_bundle_spec_const(t.ctx, b, "nothing", (struct syb_bytes){ (const uint8_t *)&number, 4 }),
	       -SYB_E_NOTFOUND);
	c = open_bundle(path, t.rt, t.device);
	is_int(syb_bundle_spec_const(t.ctx, c, "number", (struct syb_bytes){ (const uint8_t *)&number, 3 }),
	       -SYB_E_ARG);
	syb_bundle_close(c);
	syb_ctx_diag_clear(t.ctx);
	/* values stay with what is written */
	snprintf(written, sizeof(written), "%s/set.syclbin", t.dir);
	works(syb_out_open(t.ctx, written, &out));
	works(syb_bundle_write(t.ctx, b, NULL, out));
	works(syb_out_commit(t.ctx, out));
	syb_out_close(out);
	c = open_bundle(written, t.rt, t.device);
	works(syb_bundle_spec_const_get(t.ctx, c, "number", &got, &size));
	is_int(got, -5);
	ok(run_constants(c, other), "from what was written");
	syb_bundle_close(c);
	test_contents(b, written);
	c = open_bundle(written, t.rt, t.device);
	set(c, "number", &(int){ 7 }, 4);
	set(c, "real", &(double){ 2.5 }, 8);
	set(c, "flag", &(bool){ false }, 1);
	set(c, "pair", (int[]){ 30, 40 }, 8);
	ok(run_constants(c, defaults), "set again: native code of other values is not taken");
	syb_bundle_close(c);
	syb_bundle_close(a);
	syb_bundle_close(b);
}

/* ---- linking ---- */

static const struct rt_module importer = { "[SYCL/kernel names]\ncalls=1|1\n[SYCL/imported symbols]\nhelper=1|1\n",
					   { { .file = "importer.spv" } } };
static const struct rt_module exporter = { "[SYCL/exported symbols]\nhelper=1|1\n", { { .file = "exporter.spv" } } };

static void run_calls(struct syb_bundle *bundle, const char *what)
{
	struct syb_launch range = { .size = sizeof(range), .dims = 1, .global = { 4 } };
	struct syb_kernel *kernel = NULL;
	int got[4] = { 0 };
	void *d = NULL;
	int r = syb_kernel_get(t.ctx, bundle, t.device, "calls", &kernel);

	if (r == -SYB_E_UNSUPPORTED || r == -SYB_E_DEVICE) {
		rt_tell(t.ctx);
		syb_ctx_diag_clear(t.ctx);
		tap_skip(what, "neither the driver nor this build links");
		return;
	}
	works(r);
	if (r < 0)
		return;
	works(syb_mem_alloc(t.ctx, t.device, SYB_MEM_DEVICE, sizeof(got), &d));
	works(syb_kernel_arg_pointer(t.ctx, kernel, 0, d));
	works(syb_kernel_launch(t.ctx, t.queue, kernel, &range, NULL));
	works(syb_mem_copy(t.ctx, t.queue, got, d, sizeof(got), NULL, 0, NULL));
	works(syb_queue_wait(t.ctx, t.queue));
	ok(got[0] == 1 && got[3] == 10, "%s: %d %d", what, got[0], got[3]);
	works(syb_mem_free(t.ctx, t.device, d));
	syb_kernel_free(kernel);
}

static void fails(struct syb_bundle *const *objects, size_t count, const char *check)
{
	struct syb_bundle *linked = NULL;

	is_int(syb_bundle_link(t.ctx, objects, count, &linked), -SYB_E_INCOMPATIBLE);
	ok(!linked && rt_said(t.ctx, check), "%s", check);
	syb_ctx_diag_clear(t.ctx);
}

static void test_linking(void)
{
	const struct rt_module both[] = { importer, exporter };
	struct syb_bundle *a = open_bundle(pack("a.syclbin", &importer, 1, SYB_STATE_OBJECT), t.rt, t.device);
	struct syb_bundle *b = open_bundle(pack("b.syclbin", &exporter, 1, SYB_STATE_OBJECT), t.rt, t.device);
	struct syb_bundle *one = open_bundle(pack("ab.syclbin", both, 2, SYB_STATE_EXECUTABLE), t.rt, t.device);
	struct syb_bundle *const objects[] = { a, b, b }, *linked = NULL;
	int r;

	run_calls(one, "images of one package");
	r = syb_bundle_link(t.ctx, objects, 2, (struct syb_bundle **)&linked);
	if (r == -SYB_E_UNSUPPORTED || r == -SYB_E_DEVICE)
		tap_skip("objects", "neither the driver nor this build links");
	else if (good(r))
		run_calls((struct syb_bundle *)linked, "objects of two packages");
	syb_ctx_diag_clear(t.ctx);
	fails(objects, 1, "link-unresolved");
	fails(objects, 3, "link-duplicate");
	syb_bundle_close((struct syb_bundle *)linked);
	syb_bundle_close(a);
	syb_bundle_close(b);
	syb_bundle_close(one);
}

/* ---- requirements through imports, and messages ---- */

static const char profile[] = "tiny:\n  aspects: [gpu, fp64]\n  sub-group-sizes: [8]\n  max-work-group-size: 64\n"
			      "  max-work-item-sizes: [64, 8, 8]\n  unknown-aspects: [ext_oneapi_graph]\n";

static void refused(struct syb_rt *rt, struct syb_rt_device *device, const char *requirements, const char *text)
{
	char props[512], exports[512];
	struct rt_module modules[2] = { { props, { { .file = "importer.spv" } } },
					{ exports, { { .file = "exporter.spv" } } } };

	/* the kernel's own module, and one that it imports from */
	for (int imported = 0; imported < 2; imported++) {
		struct syb_bundle *bundle;
		struct syb_kernel *kernel = NULL;
		int r;

		snprintf(props, sizeof(props), "[SYCL/device requirements]\n%s[SYCL/kernel names]\nk=1|1\n%s",
			 imported ? "" : requirements, imported ? "[SYCL/imported symbols]\nhelper=1|1\n" : "");
		snprintf(exports, sizeof(exports),
			 "[SYCL/device requirements]\n%s[SYCL/exported symbols]\nhelper=1|1\n", requirements);
		bundle = open_bundle(pack("refused.syclbin", modules, 2, SYB_STATE_EXECUTABLE), rt, device);
		r = syb_kernel_get(t.ctx, bundle, device, "k", &kernel);
		if (text) {
			is_int(r, -SYB_E_INCOMPATIBLE);
			is_str(syb_ctx_diag_count(t.ctx) ? syb_ctx_diag_at(t.ctx, 0)->text : "", text);
			ok(rt_said(t.ctx, "kernel-not-supported"));
		} else {
			is_int(r, -SYB_E_UNSUPPORTED); /* checked, and then there is no driver */
			ok(rt_said(t.ctx, "device-profile"));
		}
		syb_ctx_diag_clear(t.ctx);
		syb_bundle_close(bundle);
	}
}

static void test_messages(void)
{
	char path[128];
	const char *const files[] = { path };
	struct syb_rt_opts opts = { .size = sizeof(opts), .no_live = true, .profiles = files, .profile_count = 1 };
	struct syb_rt *rt = NULL;
	struct syb_rt_device *device;

	snprintf(path, sizeof(path), "%s/tiny.yaml", t.dir);
	rt_write(path, profile, strlen(profile));
	works(syb_rt_open(t.ctx, &opts, &rt));
	device = syb_rt_device_at(rt, 0);
	refused(rt, device, "aspects=2|gAAAAAAAAAQBAAAA\n",
		"Kernel uses optional feature corresponding to 'aspect::fp16' but device does not support this "
		"aspect.");
	refused(rt, device, "aspects=2|gAAAAAAAAAAoPAAA\n",
		"Kernel uses aspect number 4000, which is not a known aspect: no device supports it.");
	refused(rt, device, "reqd_sub_group_size=1|32\n",
		"Kernel has a required sub-group size of '32' but device does not support this sub-group size.");
	refused(rt, device, "fixed_target=2|aW50ZWxfZ3B1X3B2Yw==\n",
		"Kernel was compiled with '-fsycl-fixed-targets=intel_gpu_pvc' but was submitted to a different "
		"device.");
	refused(rt, device, "reqd_work_group_size_uint64_t=2|ACAAAAAAAAAQAAAAAAAAAIAAAAAAAAAA\n",
		"Required work-group size 128 is not supported on the device");
	refused(rt, device, "reqd_work_group_size_uint64_t=2|ACAAAAAAAAgAAAAAAAAAAABAAAAAAAAA\n",
		"Required work-group size 16 is not supported");
	refused(rt, device, "reqd_work_group_size_uint64_t=2|ACAAAAAAAAAAAAAAAAAAASAAAAAAAAAA\n",
		"Required work-group size is not supported (total number of work-items requested can't fit into "
		"size_t)");
	refused(rt, device, "joint_matrix=2|oDAAAAAAAAQbhRncph3X0lHclpjOmBXM2wSdzVmO6EGL4wSM2A\n",
		"no matrix hardware on the target device, joint_matrix is not supported");
	refused(rt, device, "aspects=2|gAAAAAAAAAgBAAAA\n", NULL);
	refused(rt, device, "aspects=2|gAAAAAAAAAAOAAAA\n", NULL);
	syb_rt_close(rt);
	rt = NULL;
	opts.strict = true;
	works(syb_rt_open(t.ctx, &opts, &rt));
	refused(rt, syb_rt_device_at(rt, 0), "aspects=2|gAAAAAAAAAAOAAAA\n",
		"Kernel uses optional feature corresponding to 'aspect::ext_oneapi_graph' but device does not support "
		"this "
		"aspect. (unknown: the driver does not report it)");
	syb_rt_close(rt);
}

/* ---- builds that fail ---- */

static void test_bad_code(void)
{
	struct rt_module module = { "[SYCL/kernel names]\nsaxpy=1|1\n", { { .file = "" } } };
	struct syb_kernel *kernel = NULL;
	struct syb_bundle *bundle;
	char path[128];
	uint8_t bytes[64] = { 3, 2, 0x23, 7, 0, 0, 1 };

	snprintf(path, sizeof(path), "%s/bad.spv", t.dir);
	rt_write(path, bytes, sizeof(bytes));
	module.images[0].file = path;
	bundle = open_bundle(pack("bad.syclbin", &module, 1, SYB_STATE_EXECUTABLE), t.rt, t.device);
	for (int i = 0; i < 2; i++) {
		int r = syb_kernel_get(t.ctx, bundle, t.device, "saxpy", &kernel);

		ok(r < 0 && !kernel && syb_ctx_count(t.ctx, SYB_SEVERITY_ERROR) == 1 &&
			   rt_said(t.ctx, "spirv-instruction"),
		   "damaged code, on which drivers may hang: one error, %d", r);
		syb_ctx_diag_clear(t.ctx);
	}
	syb_bundle_close(bundle);
	/* a kernel that the package names and the code has not */
	module = (struct rt_module){ "[SYCL/kernel names]\nghost=1|1\n", { { .file = "other.spv" } } };
	bundle = open_bundle(pack("ghost.syclbin", &module, 1, SYB_STATE_EXECUTABLE), t.rt, t.device);
	is_int(syb_kernel_get(t.ctx, bundle, t.device, "ghost", &kernel), -SYB_E_NOTFOUND);
	syb_ctx_diag_clear(t.ctx);
	syb_bundle_close(bundle);
}

/* Native code by its name and its first bytes, but nothing that the driver takes. */
static void test_native_refused(void)
{
	struct rt_module module = { "[SYCL/kernel names]\nsaxpy=1|1\n",
				    { { .file = "other.spv" }, { .native = true } } };
	struct syb_kernel *kernel = NULL;
	struct syb_bundle *bundle;
	char path[128];
	uint8_t bytes[256] = "poclbin";

	if (!has_compiler()) {
		tap_skip("native code that is refused", "the driver takes any");
		return;
	}
	if (is_intel_cpu()) /* an ELF file of 64 bits for x86_64, without sections */
		memcpy(bytes, "\177ELF\2\1\0\0\0\0\0\0\0\0\0\0\4\377\x3e", 19);
	snprintf(path, sizeof(path), "%s/native.bin", t.dir);
	rt_write(path, bytes, sizeof(bytes));
	module.images[1].file = path;
	module.images[1].arch = syb_rt_device_info(t.device)->arch;
	bundle = open_bundle(pack("refused.syclbin", &module, 1, SYB_STATE_EXECUTABLE), t.rt, t.device);
	works(syb_kernel_get(t.ctx, bundle, t.device, "saxpy", &kernel));
	ok(kernel && !syb_kernel_info(kernel)->native && rt_said(t.ctx, "native-refused"), "IR in its place");
	syb_kernel_free(kernel);
	syb_bundle_close(bundle);
	syb_ctx_diag_clear(t.ctx);
	/* alone */
	module.images[0] = module.images[1];
	module.images[1] = (struct rt_image){ 0 };
	kernel = NULL;
	bundle = open_bundle(pack("alone.syclbin", &module, 1, SYB_STATE_EXECUTABLE), t.rt, t.device);
	is_int(syb_kernel_get(t.ctx, bundle, t.device, "saxpy", &kernel), -SYB_E_DEVICE);
	ok(!kernel && rt_said(t.ctx, "build-failed") && syb_ctx_count(t.ctx, SYB_SEVERITY_ERROR) == 1,
	   "alone: an error");
	syb_ctx_diag_clear(t.ctx);
	syb_bundle_close(bundle);
}

static void test_no_translator(void)
{
	struct rt_module module = { "[SYCL/kernel names]\nsaxpy=1|1\n", { { .file = "other.spv" } } };
	struct syb_bundle *bundle = open_bundle(pack("tool.syclbin", &module, 1, SYB_STATE_EXECUTABLE), t.rt, t.device);
	struct syb_kernel *kernel = NULL;
	int r;

	setenv("SYBIL_LLVM_SPIRV", "/nowhere/llvm-spirv", 1);
	r = syb_kernel_get(t.ctx, bundle, t.device, "saxpy", &kernel);
	if (*syb_rt_device_info(t.device)->il_versions)
		ok(r == 0, "no translator: the driver builds SPIR-V, %d", r);
	else
		ok(r == -SYB_E_TOOL && rt_said(t.ctx, "tool-missing"), "no translator: %d", r);
	unsetenv("SYBIL_LLVM_SPIRV");
	syb_ctx_diag_clear(t.ctx);
	syb_kernel_free(kernel);
	syb_bundle_close(bundle);
}

static void test_from_memory(void)
{
	struct rt_module module = { "[SYCL/kernel names]\nsaxpy=1|1\n", { { .file = "other.spv" } } };
	struct syb_file *file = rt_open(t.ctx, "", pack("memory.syclbin", &module, 1, SYB_STATE_EXECUTABLE));
	struct syb_bundle *bundle = NULL;
	struct syb_kernel *kernel = NULL;
	struct syb_record *record = NULL;

	works(syb_bundle_open(t.ctx, t.rt, syb_file_bytes(file), &t.device, 1, NULL, &bundle));
	syb_file_close(file); /* bytes were copied */
	works(syb_kernel_get(t.ctx, bundle, t.device, "saxpy", &kernel));
	works(syb_bundle_report(t.ctx, bundle, &record));
	ok(syb_value_count(syb_value_get(syb_record_root(record), "times")) == 8, "eight steps");
	syb_record_free(record);
	syb_bundle_close(bundle); /* the kernel keeps it */
	if (kernel)
		is_str(syb_kernel_info(kernel)->name, "saxpy");
	syb_kernel_free(kernel);
	bundle = NULL;
	is_int(syb_bundle_open(t.ctx, t.rt, (struct syb_bytes){ (const uint8_t *)"nothing", 7 }, &t.device, 1, NULL,
			       &bundle),
	       -SYB_E_FORMAT);
	is_int(syb_bundle_open(t.ctx, t.rt, (struct syb_bytes){ NULL, 0 }, NULL, 0, NULL, &bundle), -SYB_E_FORMAT);
	ok(!bundle);
	syb_ctx_diag_clear(t.ctx);
}

int main(int argc, char **argv)
{
	struct syb_rt_device *devices[64];

	t.kernels = getenv("SYBIL_KERNELS");
	t.ctx = test_ctx();
	rt_folder(t.dir);
	works(syb_rt_open(t.ctx, NULL, &t.rt));
	test_messages();
	if (syb_rt_select(t.ctx, t.rt, argc > 1 ? argv[1] : "opencl:*", devices) < 1) {
		tap_skip("live devices", "no such device");
	} else {
		t.device = devices[0];
		works(syb_queue_open(t.ctx, t.device, NULL, &t.queue));
		test_constants();
		test_padded_constant();
		test_linking();
		test_bad_code();
		test_native_refused();
		test_no_translator();
		test_from_memory();
		syb_queue_close(t.queue);
	}
	syb_rt_close(t.rt);
	syb_ctx_free(t.ctx);
	rt_remove(t.dir);
	return tap_done();
}
