/* package/matrix.c, package/matrix_images.c */
#include "lib/offload.h"
#include "lib/package.h"
#include "lib/props.h"
#include "format/devices/devices.h"

#include <sybil/filter.h>

static struct syb_ctx *ctx;
static struct syb_devices *devices;
static const struct syb_device *list[8];
static size_t count;

static void choose(const char *names)
{
	static char copy[200];

	snprintf(copy, sizeof(copy), "%s", names);
	count = 0;
	for (char *name = strtok(copy, " "); name; name = strtok(NULL, " ")) {
		list[count] = syb_devices_find(devices, name);
		if (!list[count++])
			abort();
	}
}

#define FP64 "[SYCL/device requirements]\naspects=2|BgAAAA==\n"

/* Kernels a (fp64, IR and native), b (native of several), c (PTX), d (AMD), e in two modules, one without images. */
static struct syb_file *package(void)
{
	struct syb_bin_write_opts opts = { .size = sizeof(opts), .dialect = SYB_DIALECT_KEEP };
	struct syb_bin_writer *w = NULL;
	struct syb_file *file;
	int r = syb_bin_writer_new(ctx, &opts, &w);

	r |= syb_bin_writer_state(ctx, w, SYB_STATE_EXECUTABLE);
	r |= syb_bin_writer_module(ctx, w, str_bytes(FP64 "[SYCL/kernel names]\na=1|1\n"));
	r |= add_ir(ctx, w, SYB_IR_SPIRV, "spir64-unknown-unknown", "i");
	r |= add_native(ctx, w, "pvc", "spir64_gen-unknown-unknown", "n");
	r |= syb_bin_writer_module(ctx, w, str_bytes("[SYCL/kernel names]\nb=1|1\n"));
	r |= add_native(ctx, w, "intel_gpu_12_10_0", "spir64_gen", "n");
	r |= add_native(ctx, w, "sm_80", NULL, "n");
	r |= add_native(ctx, w, "", "spir64_x86_64-unknown-unknown", "n");
	r |= add_native(ctx, w, "mine", "", "n");
	r |= syb_bin_writer_module(ctx, w, str_bytes("[SYCL/kernel names]\nc=1|1\n"));
	r |= add_ir(ctx, w, SYB_IR_PTX, "nvptx64-nvidia-cuda", "i");
	r |= syb_bin_writer_module(ctx, w, str_bytes("[SYCL/kernel names]\nd=1|1\n"));
	r |= add_ir(ctx, w, SYB_IR_AMDGCN, "amdgcn-amd-amdhsa", "i");
	r |= syb_bin_writer_module(ctx, w, str_bytes(FP64 "[SYCL/kernel names]\ne=1|1\n"));
	r |= syb_bin_writer_module(ctx, w, str_bytes("[SYCL/kernel names]\ne=1|1\n"));
	r |= add_ir(ctx, w, SYB_IR_SPIRV, "spir64-unknown-unknown", "i");
	r |= syb_bin_writer_module(ctx, w, str_bytes("[SYCL/exported symbols]\nf=1|1\n"));
	file = r ? NULL : written(ctx, w);
	syb_bin_writer_free(w);
	if (!file)
		abort();
	return file;
}

static const char *cell_text(const struct syb_value *cell)
{
	static char text[300];
	const struct syb_value *as = syb_value_get(cell, "as");

	snprintf(text, sizeof(text), "%s %s", syb_value_string(syb_value_get(cell, "answer")),
		 as ? syb_value_string(as) : "-");
	return text;
}

/* The row of a kernel: "yes native,no ". */
static void row_is(const struct syb_record *record, const char *kernel, const char *wanted)
{
	const struct syb_value *kernels = syb_value_get(syb_record_root(record), "kernels");
	char text[1000] = "";
	size_t seen = 0;

	for (size_t i = 0; i < syb_value_count(kernels); i++) {
		const struct syb_value *row = syb_value_at(kernels, i), *cells = syb_value_get(row, "targets");

		if (strcmp(syb_value_string(syb_value_get(row, "name")), kernel) != 0)
			continue;
		seen++;
		for (size_t k = 0; k < syb_value_count(cells); k++)
			sprintf(text + strlen(text), "%s%s", k ? "," : "", cell_text(syb_value_at(cells, k)));
	}
	is_int((long)seen, 1);
	is_str(text, wanted);
}

static struct syb_record *matrix(struct syb_bytes bytes, bool strict)
{
	const struct syb_matrix_opts opts = { .size = sizeof(opts), .name = "f", .strict = strict };
	struct syb_record *record = NULL;

	syb_ctx_diag_clear(ctx);
	if (syb_matrix(ctx, bytes, list, count, &opts, &record) < 0) {
		printf("Bail out! %s\n", all_reported(ctx));
		exit(1);
	}
	return record;
}

static void counts_are(const struct syb_record *record, uint64_t everywhere, uint64_t somewhere, uint64_t nowhere)
{
	const struct syb_value *root = syb_record_root(record);

	is_int((long)syb_value_uint(syb_value_get(root, "everywhere")), (long)everywhere);
	is_int((long)syb_value_uint(syb_value_get(root, "somewhere")), (long)somewhere);
	is_int((long)syb_value_uint(syb_value_get(root, "nowhere")), (long)nowhere);
}

static void images(struct syb_bytes bytes)
{
	struct syb_record *r;

	choose("intel_gpu_pvc intel_gpu_dg1 nvidia_gpu_sm_80 nvidia_gpu_sm_90 amd_gpu_gfx90a spir64 spir64_x86_64 "
	       "intel_gpu");
	r = matrix(bytes, false);
	row_is(r, "a", "yes native,no ir,no ,no ,no ,unknown ir,unknown ir,unknown ir");
	row_is(r, "b", "no ,yes native,yes native,no ,no ,unknown ,yes native,unknown ");
	row_is(r, "c", "no ,no ,yes ir,yes ir,no ,no ,no ,no ");
	row_is(r, "d", "no ,no ,no ,no ,yes ir,no ,no ,no ");
	row_is(r, "e", "yes ir,yes ir,no ,no ,no ,yes ir,yes ir,yes ir");
	is_int((long)syb_value_count(syb_value_get(syb_record_root(r), "kernels")), 5);
	counts_are(r, 0, 5, 0);
	syb_record_free(r);
	choose("spir64");
	r = matrix(bytes, false);
	counts_are(r, 3, 0, 2);
	syb_record_free(r);
	r = matrix(bytes, true);
	counts_are(r, 1, 0, 4);
	syb_record_free(r);
}

/* Devices that the target table does not have: native code by name, any IR. */
static void own_devices(struct syb_bytes bytes)
{
	struct syb_devices *table = devices;
	struct syb_record *r;

	devices = NULL;
	if (syb_devices_read(ctx, str_bytes("mine: {aspects: [fp64]}\n"), NULL, &devices) < 0)
		abort();
	choose("mine");
	r = matrix(bytes, false);
	row_is(r, "a", "yes ir");
	row_is(r, "b", "yes native");
	row_is(r, "c", "yes ir");
	counts_are(r, 5, 0, 0);
	syb_record_free(r);
	syb_devices_free(devices);
	devices = table;
}

static void refused(struct syb_bytes bytes)
{
	size_t none = 0;
	struct syb_record *record = (void *)1;

	choose("spir64");
	syb_ctx_diag_clear(ctx);
	is_int(syb_matrix(ctx, str_bytes(FP64), list, count, NULL, &record), -SYB_E_FORMAT);
	is_str(all_reported(ctx), "matrix-nothing");
	syb_ctx_diag_clear(ctx);
	is_int(syb_matrix(ctx, bytes, list, 0, NULL, &record), -SYB_E_ARG);
	is_int(syb_matrix(ctx, str_bytes("[Code|Properties]\na|/gone/x.prop\n"), list, count, NULL, &record),
	       -SYB_E_IO);
	ok(record == (void *)1, "the output is untouched");
	/* a file that ends anywhere is refused or answered, and nothing else happens */
	for (size_t n = 0; n < bytes.len; n++) {
		struct syb_record *some = NULL;
		uint8_t *copy = malloc(n + 1);

		if (!copy)
			abort();
		memcpy(copy, bytes.ptr, n);
		if (syb_matrix(ctx, (struct syb_bytes){ copy, n }, list, count, NULL, &some) == 0)
			syb_record_free(some);
		else if (some)
			ok(false, "cut at %zu the output is touched", n);
		else
			none++;
		syb_ctx_diag_clear(ctx);
		free(copy);
	}
	ok(none > bytes.len / 2, "cut everywhere: %zu of %zu are refused", none, bytes.len);
}

static int work(struct syb_ctx *c, void *arg)
{
	const struct syb_bytes *bytes = arg;
	struct syb_record *record = NULL;
	int r = syb_matrix(c, *bytes, list, count, NULL, &record);

	if (r < 0 && record)
		return -SYB_E_INTERNAL;
	syb_record_free(record);
	return r;
}

/* ---- the short record ---- */

static int work_shared(struct syb_ctx *c, void *arg)
{
	struct syb_matrix_opts opts = { .size = sizeof(opts), .shared = true };
	struct syb_record *record = NULL;
	int r = syb_matrix(c, *(struct syb_bytes *)arg, list, count, &opts, &record);

	syb_record_free(record);
	return r;
}

static int work_bare(struct syb_ctx *c, void *arg)
{
	struct syb_matrix_opts opts = { .size = sizeof(opts), .bare = true };
	struct syb_record *record = NULL;
	int r = syb_matrix(c, *(struct syb_bytes *)arg, list, count, &opts, &record);

	syb_record_free(record);
	return r;
}

static void shared(struct syb_bytes bytes)
{
	struct syb_matrix_opts opts = { .size = sizeof(opts), .shared = true };
	struct syb_record *record = NULL;
	struct syb_file *spirv = golden(ctx, "spirv/constants.spv");
	struct syb_bytes bare = syb_file_bytes(spirv);
	const struct syb_value *root, *rows;

	is_int(syb_matrix(ctx, bytes, list, count, &opts, &record), 0);
	root = syb_record_root(record);
	rows = syb_value_get(root, "rows");
	is_int((long)syb_value_count(syb_value_get(root, "kernels")), 5);
	is_int((long)syb_value_count(syb_value_at(rows, 0)), (long)count);
	is_str(syb_value_string(syb_value_get(syb_value_at(syb_value_at(rows, 0), 0), "image_name")), "pvc");
	syb_record_free(record);
	opts.bare = true;
	is_int(syb_matrix(ctx, bytes, list, count, &opts, &record), 0);
	is_int((long)syb_value_count(syb_value_get(syb_record_root(record), "kernels")), 0);
	syb_record_free(record);
	is_int(syb_matrix(ctx, bare, list, count, &opts, &record), 0);
	ok(syb_value_count(syb_value_get(syb_record_root(record), "kernels")) > 0, "SPIR-V is judged as a package");
	syb_record_free(record);
	torture(work_shared, &bytes);
	torture(work_bare, &bare);
	syb_file_close(spirv);
}

/* ---- kernels with equal answers ---- */

/* Modules 0 to 3 differ in what they require or have; 4 and 5 are like 0. */
static struct syb_file *alike(void)
{
	static const struct {
		const char *props;
		uint32_t type;
		const char *target;
	} modules[] = {
		{ FP64 "[SYCL/kernel names]\nm0=1|1\n", SYB_IR_SPIRV, "spir64-unknown-unknown" },
		{ "[SYCL/kernel names]\nm1=1|1\n", SYB_IR_SPIRV, "spir64-unknown-unknown" },
		{ FP64 "[SYCL/kernel names]\nm2=1|1\n", SYB_IR_PTX, "nvptx64-nvidia-cuda" },
		{ FP64 "reqd_sub_group_size=1|16\n[SYCL/kernel names]\nm3=1|1\n", SYB_IR_SPIRV,
		  "spir64-unknown-unknown" },
		{ FP64 "[SYCL/kernel names]\nm4=1|1\n", SYB_IR_SPIRV, "spir64-unknown-unknown" },
		{ FP64 "[SYCL/kernel names]\nm5=1|1\n", SYB_IR_SPIRV, "spir64-unknown-unknown" },
	};
	struct syb_bin_write_opts opts = { .size = sizeof(opts), .dialect = SYB_DIALECT_KEEP };
	struct syb_bin_writer *w = NULL;
	struct syb_file *file;
	int r = syb_bin_writer_new(ctx, &opts, &w);

	r |= syb_bin_writer_state(ctx, w, SYB_STATE_EXECUTABLE);
	for (size_t i = 0; i < ARRAY_SIZE(modules); i++) {
		r |= syb_bin_writer_module(ctx, w, str_bytes(modules[i].props));
		r |= add_ir(ctx, w, modules[i].type, modules[i].target, "i");
	}
	file = r ? NULL : written(ctx, w);
	syb_bin_writer_free(w);
	if (!file)
		abort();
	return file;
}

static void same_cell(const struct syb_value *one, const struct syb_value *other)
{
	static const char *const keys[] = { "target", "answer", "as", "why" };

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		is_str(syb_value_string(syb_value_get(one, keys[i])), syb_value_string(syb_value_get(other, keys[i])));
	ok(syb_value_bool(syb_value_get(one, "runs")) == syb_value_bool(syb_value_get(other, "runs")));
	is_int(syb_value_count(syb_value_get(one, "reasons")), syb_value_count(syb_value_get(other, "reasons")));
}

static int work_grouped(struct syb_ctx *c, void *arg)
{
	struct syb_matrix_opts opts = { .size = sizeof(opts), .grouped = true };
	struct syb_record *record = NULL;
	int r = syb_matrix(c, *(struct syb_bytes *)arg, list, count, &opts, &record);

	syb_record_free(record);
	return r;
}

static void grouped(void)
{
	const struct syb_matrix_opts opts = { .size = sizeof(opts), .grouped = true };
	static const uint64_t places[] = { 0, 1, 2, 3, 0, 0 };
	struct syb_file *file = alike();
	struct syb_bytes bytes = syb_file_bytes(file);
	struct syb_record *each = matrix(bytes, false), *record = NULL;
	const struct syb_value *kernels = syb_value_get(syb_record_root(each), "kernels"), *root;

	is_int(syb_matrix(ctx, bytes, list, count, &opts, &record), 0);
	root = syb_record_root(record);
	is_int(syb_value_count(syb_value_get(root, "rows")), 4);
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		const struct syb_value *kernel = syb_value_at(syb_value_get(root, "kernels"), i);
		const struct syb_value *row = syb_value_at(syb_value_get(root, "rows"), places[i]);
		const struct syb_value *cells = syb_value_get(syb_value_at(kernels, i), "targets");

		is_int(syb_value_uint(syb_value_get(kernel, "row")), places[i]);
		ok(!syb_value_get(kernel, "targets") && !syb_value_get(syb_value_at(row, 0), "module"));
		for (size_t k = 0; k < count; k++) {
			same_cell(syb_value_at(cells, k), syb_value_at(row, k));
			is_int(syb_value_uint(syb_value_get(syb_value_at(cells, k), "module")), i);
		}
	}
	for (const char *const *key = (const char *const[]){ "everywhere", "somewhere", "nowhere", NULL }; *key; key++)
		is_int(syb_value_uint(syb_value_get(root, *key)),
		       syb_value_uint(syb_value_get(syb_record_root(each), *key)));
	syb_record_free(record);
	syb_record_free(each);
	torture(work_grouped, &bytes);
	syb_file_close(file);
}

int main(void)
{
	struct syb_file *file;
	struct syb_bytes bytes, rows;

	if (syb_ctx_new(NULL, &ctx) < 0 || syb_devices_load(ctx, NULL, &devices) < 0)
		return 1;
	file = package();
	bytes = syb_file_bytes(file);
	images(bytes);
	own_devices(bytes);
	refused(bytes);
	choose("intel_gpu_pvc spir64");
	torture(work, &bytes);
	shared(bytes);
	choose("intel_gpu_pvc intel_gpu_dg1 spir64 nvidia_gpu_sm_80");
	grouped();
	rows = str_bytes("[Code|Symbols]\na|\nb|\n");
	torture(work, &rows);
	syb_file_close(file);
	syb_devices_free(devices);
	syb_ctx_free(ctx);
	return tap_done();
}
