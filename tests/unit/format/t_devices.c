/* format/devices.c, format/devices_write.c */
#include "base/buf.h"
#include "base/file.h"
#include "format/devices/devices.h"
#include "tests/lib/ctx.h"
#include "tests/lib/torture.h"

#include <sybil/target.h>
#include <unistd.h>

/* The documents' example. */
static const char example[] = "intel_gpu_11_1:\n"
			      "  aspects: [1, 2, 3]\n"
			      "  sub-group-sizes: [8, 16]\n"
			      "intel_gpu_icl:\n"
			      "  aspects: [2, 3]\n"
			      "  sub-group-sizes: [8, 16]\n"
			      "x86_64_avx512:\n"
			      "  aspects: [1, 2, 3, 9, 11]\n"
			      "  sub-group-sizes: [8, 32]\n";

/* Every key, in people's hand. */
static const char full[] = "# mine\n"
			   "my_gpu:\n"
			   "  aliases: [mine, 'my-other', \"1.5\", yes]\n"
			   "  aspects:\n"
			   "    - fp64\n"
			   "    - 5\n"
			   "    - usm_system_allocator\n"
			   "    - '6'\n"
			   "    - 4000000000\n"
			   "    - 0x1c\n"
			   "  sub_group_sizes: [32, 8, 8, 16]\n"
			   "  max_work_group_size: 1024\n"
			   "  may-support-other-aspects: true\n"
			   "  aot_toolchain: \"ocloc\"\n"
			   "  aot-toolchain-options: \"-device pvc, 'a'\\n\\t\\xe4\"\n"
			   "'~': {aspects: , may_support_other_aspects: 0}\n"
			   "bare:\n";

static struct syb_devices *parsed(struct syb_ctx *ctx, const char *text)
{
	struct syb_devices *devices = NULL;

	if (!ok(syb_devices_read(ctx, str_bytes(text), "d.yaml", &devices) == 0, "reads"))
		abort();
	return devices;
}

static bool same_numbers(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count)
{
	return a_count == b_count && (!a_count || memcmp(a, b, a_count * sizeof(*a)) == 0);
}

#define has_numbers(got, count, ...) \
	ok(same_numbers(got, count, (uint32_t[]){ __VA_ARGS__ }, sizeof((uint32_t[]){ __VA_ARGS__ }) / 4), #got)

/* But for where they stand. */
static bool same_device(const struct syb_device *a, const struct syb_device *b)
{
	return str_eq(a->name, b->name) && str_eq(a->aliases, b->aliases) &&
	       same_numbers(a->aspects, a->aspect_count, b->aspects, b->aspect_count) &&
	       same_numbers(a->sub_group_sizes, a->sub_group_size_count, b->sub_group_sizes, b->sub_group_size_count) &&
	       same_numbers(a->unknown_aspects, a->unknown_aspect_count, b->unknown_aspects, b->unknown_aspect_count) &&
	       a->max_work_group_size == b->max_work_group_size &&
	       a->may_support_other_aspects == b->may_support_other_aspects &&
	       str_eq(a->aot_toolchain, b->aot_toolchain) && str_eq(a->aot_toolchain_options, b->aot_toolchain_options);
}

static bool same_devices(const struct syb_devices *a, const struct syb_devices *b)
{
	bool same = syb_devices_count(a) == syb_devices_count(b);

	for (size_t i = 0; same && i < syb_devices_count(a); i++)
		same = same_device(syb_devices_at(a, i), syb_devices_at(b, i));
	return same;
}

/* One diagnostic, of this check and place. */
static void reported(struct syb_ctx *ctx, const char *check, uint32_t line, uint32_t column)
{
	const struct syb_diag *diag = syb_ctx_diag_at(ctx, 0);

	is_int(syb_ctx_diag_count(ctx), 1);
	if (!diag)
		return;
	is_str(diag->check, check);
	is_str(diag->file, "d.yaml");
	is_int(diag->line, line);
	is_int(diag->column, column);
}

static void refuses(const char *text, const char *check, uint32_t line, uint32_t column)
{
	struct syb_devices *untouched = (struct syb_devices *)(uintptr_t)example, *devices = untouched;
	struct syb_ctx *ctx = test_ctx();

	is_int(syb_devices_read(ctx, str_bytes(text), "d.yaml", &devices), -SYB_E_FORMAT);
	ok(devices == untouched, "output untouched");
	reported(ctx, check, line, column);
	syb_ctx_free(ctx);
}

static void test_example(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_devices *d = parsed(ctx, example);
	const struct syb_device *avx = syb_devices_find(d, "x86_64_avx512");

	is_int(syb_devices_count(d), 3);
	is_str(syb_devices_at(d, 0)->name, "intel_gpu_11_1");
	ok(!syb_devices_at(d, 3));
	has_numbers(avx->aspects, avx->aspect_count, 1, 2, 3, 9, 11);
	has_numbers(avx->sub_group_sizes, avx->sub_group_size_count, 8, 32);
	ok(!avx->may_support_other_aspects && !avx->max_work_group_size);
	is_str(avx->aliases, "");
	is_str(avx->aot_toolchain, "");
	is_str(avx->file, "d.yaml");
	is_int(avx->line, 7);
	ok(syb_device_has_aspect(avx, 9) && !syb_device_has_aspect(avx, 10) && !syb_device_has_aspect(avx, 0));
	ok(syb_device_has_sub_group_size(avx, 32) && !syb_device_has_sub_group_size(avx, 16));

	ok(!syb_devices_find(d, "intel_gpu_pvc") && !syb_devices_find(d, "nope") && !syb_devices_find(d, ""));
	is_str(syb_devices_nearest(d, "x86_64_avx51"), "x86_64_avx512");
	ok(!syb_devices_nearest(d, "something else"));
	/* the built-in aliases hold for files without any */
	ok(syb_devices_find(d, "intel_gpu_11_0_0") == syb_devices_find(d, "intel_gpu_icl"));
	ok(syb_devices_find(d, "intel_gpu_icllp") == syb_devices_find(d, "intel_gpu_icl"));
	is_int(syb_ctx_diag_count(ctx), 0);
	syb_devices_free(d);
	syb_ctx_free(ctx);
}

static void test_full(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_devices *d = parsed(ctx, full);
	const struct syb_device *mine = syb_devices_find(d, "my_gpu"), *bare = syb_devices_find(d, "bare");

	is_int(syb_devices_count(d), 3);
	has_numbers(mine->aspects, mine->aspect_count, 5, 6, 17, 28, 4000000000);
	has_numbers(mine->sub_group_sizes, mine->sub_group_size_count, 8, 16, 32);
	is_int(mine->max_work_group_size, 1024);
	ok(mine->may_support_other_aspects && !syb_devices_find(d, "~")->may_support_other_aspects);
	is_str(mine->aliases, "mine my-other 1.5 yes");
	is_str(mine->aot_toolchain, "ocloc");
	is_str(mine->aot_toolchain_options, "-device pvc, 'a'\n\t\xc3\xa4");
	ok(syb_devices_find(d, "my-other") == mine && syb_devices_find(d, "1.5") == mine);
	ok(!syb_devices_find(d, "my"), "a part of an alias is no alias");
	is_str(syb_devices_nearest(d, "my-othr"), "my-other");
	is_int(bare->aspect_count, 0);
	ok(syb_device_has_sub_group_size(bare, 7), "nothing is refused where sizes are not known");
	ok(!syb_device_has_aspect(bare, 0));
	is_int(syb_ctx_diag_count(ctx), 0);
	syb_devices_free(d);

	d = parsed(ctx, "");
	is_int(syb_devices_count(d), 0);
	ok(!syb_devices_find(d, "x") && !syb_devices_nearest(d, "x"));
	syb_devices_free(d);

	is_int(syb_devices_read(ctx, str_bytes("a: {aspects: [1]}"), NULL, &d), 0);
	ok(!syb_devices_at(d, 0)->file, "text without a name");
	syb_devices_free(d);
	syb_devices_free(NULL);
	syb_ctx_free(ctx);
}

static void test_unknown_key(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_devices *d = parsed(ctx, "a:\n  aspect: [1, [2]]\n  sub-group-sizes: [8]\n");

	reported(ctx, "devices-key", 2, 3);
	is_int(syb_ctx_diag_at(ctx, 0)->severity, SYB_SEVERITY_WARNING);
	ok(strstr(syb_ctx_diag_at(ctx, 0)->text, "'aspects'"), "the nearest key is named");
	is_int(syb_devices_at(d, 0)->aspect_count, 0);
	is_int(syb_devices_at(d, 0)->sub_group_size_count, 1);
	syb_devices_free(d);
	syb_ctx_free(ctx);
}

static void test_bad(void)
{
	struct syb_devices *d = NULL;
	struct syb_ctx *ctx = test_ctx();

	refuses("a: [1, 2\n", "devices-yaml", 2, 1);
	refuses("- a\n", "devices-yaml", 1, 1);
	refuses("text", "devices-yaml", 1, 1);
	refuses("a: {}\n---\nb: {}\n", "devices-yaml", 2, 1);
	refuses("? [a]\n: b\n", "devices-yaml", 1, 3);
	refuses("a: *b\n", "devices-yaml", 1, 4);
	refuses("a:\n  aspects: [\"\\0\"]\n", "devices-yaml", 2, 13);

	refuses("a:\n  - aspects\n", "devices-type", 2, 3);
	refuses("a: b\n", "devices-type", 1, 4);
	refuses("a:\n  aspects: fp64\n", "devices-type", 2, 12);
	refuses("a:\n  aspects: {fp64: 1}\n", "devices-type", 2, 12);
	refuses("a:\n  aspects: [fp64, [6]]\n", "devices-type", 2, 19);
	refuses("a:\n  aspects: [fp64, ~]\n", "devices-type", 2, 19);
	refuses("a:\n  sub-group-sizes: 8\n", "devices-type", 2, 20);
	refuses("a:\n  sub-group-sizes: [8, x]\n", "devices-type", 2, 24);
	refuses("a:\n  sub-group-sizes: [8.5]\n", "devices-type", 2, 21);
	refuses("a:\n  max-work-group-size: [1]\n", "devices-type", 2, 24);
	refuses("a:\n  may_support_other_aspects: 2\n", "devices-type", 2, 30);
	refuses("a:\n  may_support_other_aspects: []\n", "devices-type", 2, 30);
	refuses("a:\n  aot-toolchain: [ocloc]\n", "devices-type", 2, 18);
	refuses("a:\n  aot-toolchain-options: {}\n", "devices-type", 2, 26);
	refuses("a:\n  aliases: b\n", "devices-type", 2, 12);
	refuses("a:\n  aliases: [b, {}]\n", "devices-type", 2, 16);
	refuses("a:\n  aliases: [b, ~]\n", "devices-type", 2, 16);

	refuses("a b: {}\n", "devices-name", 1, 1);
	refuses("'': {}\n", "devices-name", 1, 1);
	refuses("'a,b': {}\n", "devices-name", 1, 1);
	refuses("a:\n  aliases: [b, \"c\\nd\"]\n", "devices-name", 2, 16);
	refuses("a:\n  aliases: ['']\n", "devices-name", 2, 13);

	refuses("a: {}\nb: {}\na: {}\n", "devices-twice", 3, 1);
	refuses("a:\n  aspects: [1]\n  aspects: [2]\n", "devices-twice", 3, 3);
	refuses("a:\n  sub-group-sizes: [8]\n  sub_group_sizes: [8]\n", "devices-twice", 3, 3);
	refuses("a:\n  aliases: [b, a]\n", "devices-twice", 2, 16);
	refuses("a:\n  aliases: [b, b]\n", "devices-twice", 2, 16);
	refuses("a:\n  aliases: [b]\nb: {}\n", "devices-twice", 3, 1);
	refuses("b: {}\na:\n  aliases: [b]\n", "devices-twice", 3, 13);

	refuses("a:\n  aspects: [1, fp46]\n", "devices-aspect", 2, 16);
	refuses("a:\n  aspects:\n  - 1\n  - 1.5\n", "devices-aspect", 4, 5);

	refuses("a:\n  aspects: [-1]\n", "devices-number", 2, 13);
	refuses("a:\n  aspects: [1, 4294967296]\n", "devices-number", 2, 16);
	refuses("a:\n  aspects: [99999999999999999999999]\n", "devices-number", 2, 13);
	refuses("a:\n  sub-group-sizes: [0]\n", "devices-number", 2, 21);
	refuses("a:\n  max-work-group-size: 0\n", "devices-number", 2, 24);
	refuses("a:\n  max-work-item-sizes: [-1]\n", "devices-number", 2, 25);
	refuses("a:\n  max-work-item-sizes: [1, 2, 3, 4]\n", "devices-type", 2, 24);
	refuses("a:\n  no-sub-groups: maybe\n", "devices-type", 2, 18);
	refuses("a:\n  unknown-aspects: [nothing]\n", "devices-aspect", 2, 21);
	refuses("a:\n  joint-matrix: x\n", "devices-type", 2, 17);
	refuses("a:\n  joint-matrix: [\"a,b,c,d,8,8\"]\n", "devices-matrix", 2, 18);
	refuses("a:\n  joint-matrix: [\"a,b,c,d,8,8,8,8\"]\n", "devices-matrix", 2, 18);
	refuses("a:\n  joint-matrix: [\"a,b,c,d,8,0,8\"]\n", "devices-matrix", 2, 18);
	refuses("a:\n  joint-matrix: [\"a,,c,d,8,8,8\"]\n", "devices-matrix", 2, 18);

	is_int(syb_devices_read(ctx, str_bytes("a:\n  aspects: [ext_oneapi_bindless_sampled_image_fetch_2d_umm]\n"),
				NULL, &d),
	       -SYB_E_FORMAT);
	ok(strstr(syb_ctx_diag_at(ctx, 0)->text, "'ext_oneapi_bindless_sampled_image_fetch_2d_usm'"),
	   "the nearest aspect is named, long as it is");
	syb_ctx_free(ctx);
}

static char folder[] = "/tmp/sybil-t_devices-XXXXXX";

static const char *path_of(const char *name)
{
	static char paths[4][128];
	static unsigned next;
	char *path = paths[next++ % 4];

	snprintf(path, sizeof(paths[0]), "%s/%s", folder, name);
	return path;
}

static void save(const char *name, const char *text)
{
	FILE *f = fopen(path_of(name), "w");

	if (!f || fputs(text, f) < 0 || fclose(f) != 0)
		abort();
}

static struct syb_devices *loaded(struct syb_ctx *ctx, const char *const *files, size_t count, bool add)
{
	struct syb_devices_opts opts = { .size = sizeof(opts), .files = files, .file_count = count, .add = add };
	struct syb_devices *d = NULL;

	if (!ok(syb_devices_load(ctx, &opts, &d) == 0, "loads"))
		abort();
	return d;
}

static int write_to(struct syb_ctx *ctx, const struct syb_devices *d, const char *path)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	int r = syb_out_open(ctx, path, &out);

	if (r == 0)
		r = syb_devices_write(ctx, d, out);
	return r < 0 ? r : syb_out_commit(ctx, out);
}

/* What is written reads back the same, and is written the same again. */
static void test_round_trip(const struct syb_devices *d)
{
	_cleanup_(syb_file_close_p) struct syb_file *first = NULL, *second = NULL;
	const char *path = path_of("one.yaml"), *again = path_of("two.yaml");
	struct syb_ctx *ctx = test_ctx();
	struct syb_devices *back;

	is_int(write_to(ctx, d, path), 0);
	back = loaded(ctx, &path, 1, false);
	ok(same_devices(d, back), "%zu devices read back", syb_devices_count(d));
	is_str(syb_devices_at(back, 0)->file, path);
	is_int(write_to(ctx, back, again), 0);
	ok(syb_file_open(ctx, path, &first) == 0 && syb_file_open(ctx, again, &second) == 0);
	ok(syb_file_bytes(first).len == syb_file_bytes(second).len &&
	   memcmp(syb_file_bytes(first).ptr, syb_file_bytes(second).ptr, syb_file_bytes(first).len) == 0);
	is_int(syb_ctx_diag_count(ctx), 0);
	syb_devices_free(back);
	syb_ctx_free(ctx);
}

static void test_built_in(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_devices *d = NULL, *file;
	const struct syb_device *pvc, *spir64, *sm90;
	const char *build = getenv("SYBIL_BUILD");
	char path[4096];
	const char *paths[] = { path };
	bool all = true;

	is_int(syb_devices_load(ctx, NULL, &d), 0);
	is_int(syb_devices_count(d), syb_target_count());
	for (size_t i = 0; i < syb_target_count(); i++) {
		const struct syb_target_info *target = syb_target_at(i);
		const struct syb_device *device = syb_devices_find(d, target->name);

		all = all && device && str_eq(device->name, target->name) && !device->file &&
		      (!device->aspect_count || device->aspects[device->aspect_count - 1] != UINT32_MAX);
	}
	ok(all, "every target is there");
	pvc = syb_devices_find(d, "intel_gpu_12_60_7");
	is_str(pvc->name, "intel_gpu_pvc");
	is_str(pvc->aot_toolchain, "ocloc");
	has_numbers(pvc->aspects, pvc->aspect_count, 2, 5, 6, 10, 11, 12, 13, 14, 15, 27, 49, 53);
	has_numbers(pvc->sub_group_sizes, pvc->sub_group_size_count, 16, 32);
	ok(!pvc->may_support_other_aspects);
	ok(u32_in(pvc->unknown_aspects, pvc->unknown_aspect_count, 17), "it depends on the system");
	ok(!u32_in(pvc->unknown_aspects, pvc->unknown_aspect_count, 1) &&
		   !u32_in(pvc->unknown_aspects, pvc->unknown_aspect_count, 9),
	   "it is no CPU, and has no images");
	spir64 = syb_devices_find(d, "spir64");
	ok(spir64->may_support_other_aspects && !spir64->aspect_count && !spir64->sub_group_size_count);
	sm90 = syb_devices_find(d, "nvidia_gpu_sm_90");
	ok(syb_device_has_aspect(sm90, 68) && syb_device_has_aspect(sm90, 6) && !sm90->may_support_other_aspects);
	is_str(syb_devices_nearest(d, "intel_gpu_pvx"), "intel_gpu_pvc");
	is_str(syb_devices_nearest(d, "intel_gpu_12_70_44"), "intel_gpu_12_70_4");
	test_round_trip(d);

	/* the file that is installed */
	snprintf(path, sizeof(path), "%s/share/devices.yaml", build ? build : ".");
	if (build) {
		file = loaded(ctx, paths, 1, false);
		ok(same_devices(d, file), "the installed file says what the table says");
		syb_devices_free(file);
	}
	syb_devices_free(d);
	syb_ctx_free(ctx);
}

static void test_files(void)
{
	const char *a = path_of("a.yaml"), *b = path_of("b.yaml"), *files[] = { a, b };
	struct syb_ctx *ctx = test_ctx();
	struct syb_devices *d;
	char both[300];

	save("a.yaml", "intel_gpu_pvc: {aspects: [fp16]}\nmy_gpu: {aliases: [mine, ours], aspects: [1]}\n");
	save("b.yaml", "mine: {aspects: [2]}\nintel_gpu_12_74_4: {aspects: [7]}\n");

	d = loaded(ctx, files, 1, false);
	is_int(syb_devices_count(d), 2);
	ok(!syb_devices_find(d, "intel_gpu_skl"), "files stand in the place of the table");
	syb_devices_free(d);

	d = loaded(ctx, files, 2, false);
	is_int(syb_devices_count(d), 3);
	ok(!syb_devices_find(d, "my_gpu") && !syb_devices_find(d, "ours"), "what shares a name is replaced");
	is_int(syb_devices_find(d, "mine")->aspects[0], 2);
	is_str(syb_devices_find(d, "mine")->file, b);
	syb_devices_free(d);

	d = loaded(ctx, files, 2, true);
	is_int(syb_devices_count(d), syb_target_count() + 1);
	is_int(syb_devices_find(d, "intel_gpu_pvc")->aspect_count, 1);
	ok(syb_devices_find(d, "intel_gpu_12_60_7") == syb_devices_find(d, "intel_gpu_pvc"), "by the built-in alias");
	is_int(syb_devices_find(d, "intel_gpu_arl_h")->aspects[0], 7);
	ok(syb_device_has_aspect(syb_devices_find(d, "intel_gpu_skl"), 6), "others are as they were");
	syb_devices_free(d);

	snprintf(both, sizeof(both), ":%s::%s", a, b);
	setenv("SYBIL_DEVICE_CONFIG", both, 1);
	d = loaded(ctx, NULL, 0, false);
	is_int(syb_devices_count(d), 3);
	syb_devices_free(d);
	d = loaded(ctx, NULL, 0, true);
	is_int(syb_devices_count(d), syb_target_count() + 1);
	syb_devices_free(d);
	d = loaded(ctx, files + 1, 1, false);
	is_int(syb_devices_count(d), 2);
	syb_devices_free(d);
	setenv("SYBIL_DEVICE_CONFIG", ":", 1);
	d = loaded(ctx, NULL, 0, false);
	is_int(syb_devices_count(d), syb_target_count());
	syb_devices_free(d);
	is_int(syb_ctx_diag_count(ctx), 0);

	setenv("SYBIL_DEVICE_CONFIG", path_of("nope.yaml"), 1);
	d = NULL;
	is_int(syb_devices_load(ctx, NULL, &d), -SYB_E_IO);
	ok(!d);
	is_str(syb_ctx_diag_at(ctx, 0)->check, "open");
	unsetenv("SYBIL_DEVICE_CONFIG");
	syb_ctx_free(ctx);
}

static void test_cut_and_corrupted(void)
{
	static const char *const texts[] = { example, full };
	size_t good = 0, bad = 0;
	bool kept = true;

	for (size_t t = 0; t < ARRAY_SIZE(texts); t++) {
		size_t len = strlen(texts[t]);
		char *copy = malloc(len);

		for (size_t i = 0; copy && i < 4 * len; i++) {
			static const char other[] = { '\0', '[', ':', '\n' };
			bool cut = i < len;
			struct syb_devices *d = NULL;
			struct syb_ctx *ctx = test_ctx();
			int r;

			memcpy(copy, texts[t], len);
			if (!cut)
				copy[i % len] = other[i / len];
			r = syb_devices_read(ctx, (struct syb_bytes){ (uint8_t *)copy, cut ? i : len }, "d", &d);
			kept = kept && (r == 0) == (d != NULL) && (r == 0 || r == -SYB_E_FORMAT) &&
			       (r == 0 || syb_ctx_count(ctx, SYB_SEVERITY_ERROR) == 1);
			good += r == 0;
			bad += r < 0;
			syb_devices_free(d);
			syb_ctx_free(ctx);
		}
		free(copy);
	}
	ok(kept, "read, or refused with one error and nothing touched");
	ok(good > 20 && bad > 500, "%zu read, %zu refused", good, bad);
}

static int read_all(struct syb_ctx *ctx, void *arg)
{
	struct syb_devices *untouched = arg, *d = untouched;
	int r = syb_devices_read(ctx, str_bytes(full), "d.yaml", &d);

	if (r < 0)
		return d == untouched ? r : -SYB_E_INTERNAL;
	r = write_to(ctx, d, path_of("torture.yaml"));
	syb_devices_free(d);
	return r;
}

static int load_all(struct syb_ctx *ctx, void *arg)
{
	const char *files[] = { path_of("a.yaml"), path_of("b.yaml") };
	struct syb_devices_opts opts = { .size = sizeof(opts), .files = files, .file_count = 2, .add = true };
	struct syb_devices *untouched = arg, *d = untouched;
	int r = syb_devices_load(ctx, &opts, &d);

	if (r < 0)
		return d == untouched ? r : -SYB_E_INTERNAL;
	syb_devices_free(d);
	return r;
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_devices *d;

	unsetenv("SYBIL_DEVICE_CONFIG");
	if (!mkdtemp(folder))
		return 1;
	test_example();
	test_full();
	test_unknown_key();
	test_bad();
	test_built_in();
	test_files();
	test_cut_and_corrupted();
	d = parsed(ctx, full);
	test_round_trip(d);
	syb_devices_free(d);
	ok(torture(read_all, folder) > 10, "reading and writing ask for memory");
	ok(torture(load_all, folder) > 10, "loading asks for memory");
	syb_ctx_free(ctx);
	for (size_t i = 0; i < 5; i++)
		unlink(path_of((const char *[]){ "a.yaml", "b.yaml", "one.yaml", "two.yaml", "torture.yaml" }[i]));
	rmdir(folder);
	return tap_done();
}
