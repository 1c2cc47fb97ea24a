/* Bundles and fat objects; the files were made by clang and ocloc (tests/golden/bundle). */
#include "format/bundle/bundle.h"
#include "format/item/item.h"
#include "format/syclbin/syclbin.h"
#include "lib/damage.h"
#include "lib/offload.h"
#include "lib/torture.h"

static const char *const files[] = { "binary", "compressed", "text", "fat-object", "hip-object", "ocloc-archive" };

static struct syb_file *golden_bundle(struct syb_ctx *ctx, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "bundle/%s", name);
	return golden(ctx, path);
}

/* "id=size;" */
struct listing {
	char text[512];
	size_t len;
};

static int list(void *user, const struct bundle_entry *entry)
{
	struct listing *l = user;

	l->len += (size_t)snprintf(l->text + l->len, sizeof(l->text) - l->len, "%.*s=%zu;", (int)entry->id.len,
				   (const char *)entry->id.ptr, entry->bytes.len);
	return 0;
}

static void entries(struct syb_ctx *ctx)
{
	static const struct {
		const char *name, *want;
	} cases[] = {
		{ "binary", "host-x86_64-unknown-linux--=0;hip-amdgcn-amd-amdhsa--gfx90a=20;" },
		{ "text", "host-x86_64-unknown-linux--=7;hip-amdgcn-amd-amdhsa--gfx90a=41;" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		_cleanup_(syb_file_close_p) struct syb_file *file = golden_bundle(ctx, cases[i].name);
		struct listing l = { "", 0 };
		struct span first = { 0 }, rest = { 0 };
		uint64_t size = 0;

		if (!ok(file != NULL, "%s", cases[i].name))
			continue;
		is_int(bundle_each(ctx, span_of(syb_file_bytes(file), 0), list, &l, &size), 0);
		is_str(l.text, cases[i].want);
		is_int(size, syb_file_bytes(file).len);
		is_int(bundle_first(ctx, span_of(syb_file_bytes(file), 0), 0, &first, &rest), 0);
		is_int(first.len, size);
		is_int(rest.len, 0);
	}
	is_int(bundle_each(ctx, span_of(str_bytes("hello"), 0), NULL, NULL, NULL), -SYB_E_FORMAT);
	is_str(first_check(ctx), "bundle");
	syb_ctx_diag_clear(ctx);
}

static int stop(void *user, const struct bundle_entry *entry)
{
	(void)entry;
	return ++*(int *)user;
}

/* A walk ends when its function asks for it. */
static void stops(struct syb_ctx *ctx)
{
	static const char *const names[] = { "binary", "text" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		_cleanup_(syb_file_close_p) struct syb_file *file = golden_bundle(ctx, names[i]);
		int calls = 0;

		if (file)
			is_int(bundle_each(ctx, span_of(syb_file_bytes(file), 0), stop, &calls, NULL), 1);
		is_int(calls, 1);
	}
}

static void content(struct syb_ctx *ctx)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = golden_bundle(ctx, "compressed");
	_cleanup_(buf_free) struct buf out = { 0 };
	struct listing l = { "", 0 };
	enum syb_compress method = SYB_COMPRESS_NONE;
	uint64_t budget = 1 << 20, small = 100;

	if (!file)
		return;
	is_int(bundle_inflate(ctx, span_of(syb_file_bytes(file), 0), &budget, &out, &method), 0);
	is_int(method, SYB_COMPRESS_ZSTD);
	is_int(budget, (1 << 20) - out.len);
	is_int(bundle_each(ctx, span_of(buf_bytes(&out), 0), list, &l, NULL), 0);
	is_str(l.text, "host-x86_64-unknown-linux--=960;hip-amdgcn-amd-amdhsa--gfx90a=1892;");
	is_int(bundle_inflate(ctx, span_of(syb_file_bytes(file), 0), &small, &out, &method), -SYB_E_LIMIT);
	is_int(small, 0);
	syb_ctx_diag_clear(ctx);
}

static bool is_part(struct span s, const char *want)
{
	return is_int(s.len, strlen(want)) && ok(memcmp(s.ptr, want, s.len) == 0, "%s", want);
}

static void ids(void)
{
	static const struct {
		const char *id, *kind, *triple, *arch;
	} cases[] = {
		{ "sycl-spir64-unknown-unknown", "sycl", "spir64-unknown-unknown", "" },
		{ "sycl-spir64", "sycl", "spir64", "" },
		{ "sycl-spir64-unknown-unknown-sycldevice", "sycl", "spir64-unknown-unknown-sycldevice", "" },
		{ "host-x86_64-unknown-linux-gnu", "host", "x86_64-unknown-linux-gnu", "" },
		{ "host-x86_64-unknown-linux-gnu-", "host", "x86_64-unknown-linux-gnu", "" },
		{ "host-x86_64-unknown-linux--", "host", "x86_64-unknown-linux", "" },
		{ "hip-amdgcn-amd-amdhsa--gfx90a", "hip", "amdgcn-amd-amdhsa", "gfx90a" },
		{ "hipv4-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-", "hipv4", "amdgcn-amd-amdhsa",
		  "gfx90a:sramecc+:xnack-" },
		{ "hip-amdgcn-amd-amdhsa-gfx906", "hip", "amdgcn-amd-amdhsa", "gfx906" },
		{ "openmp-nvptx64-nvidia-cuda--sm_80", "openmp", "nvptx64-nvidia-cuda", "sm_80" },
		{ "sycl-nvptx64-nvidia-cuda-sm_80", "sycl", "nvptx64-nvidia-cuda", "sm_80" },
		{ BUNDLE_MAGIC "sycl-spir64_gen-unknown-unknown", "sycl", "spir64_gen-unknown-unknown", "" },
	};
	struct bundle_id id;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		if (!ok(bundle_id(cases[i].id, &id), "%s", cases[i].id))
			continue;
		is_part(id.kind, cases[i].kind);
		is_part(id.triple, cases[i].triple);
		is_part(id.arch, cases[i].arch);
	}
	ok(!bundle_id("", &id) && !bundle_id("sycl", &id) && !bundle_id("-spir64", &id) && !bundle_id("sycl-", &id));
}

/* ---- as packages ---- */

/* "module name: kind/arch/target/size …;" */
static void outline(const struct syb_bin *bin, char *out, size_t room)
{
	size_t n = 0;

	for (size_t m = 0; m < syb_bin_module_count(bin); m++) {
		const struct syb_module *module = syb_bin_module_at(bin, m);

		n += (size_t)snprintf(out + n, room - n, "%s:", syb_module_name(module));
		for (size_t i = 0; i < syb_module_image_count(module); i++) {
			const struct syb_image *image = syb_module_image_at(module, i);
			const char *arch = syb_image_arch(image), *target = syb_image_target(image);

			n += (size_t)snprintf(out + n, room - n, " %s/%s/%s/%zu",
					      syb_image_kind(image) == SYB_IMAGE_IR ? "ir" : "native",
					      arch ? arch : "-", target ? target : "-", syb_image_bytes(image).len);
		}
		n += (size_t)snprintf(out + n, room - n, ";");
	}
}

static void packages(struct syb_ctx *ctx)
{
	static const struct {
		const char *file, *want;
	} cases[] = {
		{ "bundle/binary", ": ir/-/amdgcn-amd-amdhsa/20;" },
		{ "bundle/compressed", ": ir/-/amdgcn-amd-amdhsa/1892;" },
		{ "bundle/text", ": ir/-/amdgcn-amd-amdhsa/41;" },
		{ "bundle/fat-object", ": ir/-/nvptx64-nvidia-cuda/1892;" },
		{ "bundle/hip-object", ": native/gfx906/amdgcn-amd-amdhsa/3432 native/gfx90a/amdgcn-amd-amdhsa/4480;"
				       ": native/gfx906/amdgcn-amd-amdhsa/3432 native/gfx90a/amdgcn-amd-amdhsa/4480;" },
		{ "bundle/ocloc-archive", ": ir/-/-/880 native/acm_g10/-/3526 native/pvc/-/3530;" },
		{ "offload/fat-archive", "a_member_with_a_long_name.o: ir/-/spir64-unknown-unknown/20 "
					 "native/gfx90a/x86_64-unknown-linux-gnu/5;"
					 "short.o: ir/-/spir64-unknown-unknown/20 "
					 "native/gfx90a/x86_64-unknown-linux-gnu/5;" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		_cleanup_(syb_file_close_p) struct syb_file *file = golden(ctx, cases[i].file);
		const struct syb_bin_open_opts second = { .size = sizeof(second), .index = 1 };
		struct syb_bin *bin = NULL;
		char text[1024] = "";

		if (!ok(file && syb_bin_open(ctx, syb_file_bytes(file), NULL, &bin) == 0, "%s", cases[i].file))
			continue;
		outline(bin, text, sizeof(text));
		is_str(text, cases[i].want);
		is_int(syb_bin_package_count(bin), 1);
		syb_bin_close(bin);
		is_int(syb_bin_open(ctx, syb_file_bytes(file), &second, &bin), -SYB_E_FORMAT);
		is_str(first_check(ctx), "no-package");
		syb_ctx_diag_clear(ctx);
	}
}

static int open_package(struct syb_ctx *ctx, void *arg)
{
	struct syb_bin *bin = NULL;
	int r = syb_bin_open(ctx, *(struct syb_bytes *)arg, NULL, &bin);

	syb_bin_close(bin);
	return r;
}

/* ---- damage ---- */

static int unpack(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	struct syb_tree *tree = NULL;
	int r = syb_unpack(ctx, bytes, "sample", &tree);

	if (r < 0 && tree)
		abort();
	syb_tree_free(tree);
	return r == -SYB_E_VERSION ? -SYB_E_FORMAT : r; /* of compressed bundles */
}

static int work(struct syb_ctx *ctx, void *arg)
{
	return unpack(ctx, *(struct syb_bytes *)arg);
}

static void damage(struct syb_ctx *ctx, const char *name)
{
	static const uint8_t values[] = { 0, 0xff };
	_cleanup_(syb_file_close_p) struct syb_file *file = golden_bundle(ctx, name);
	struct damage d = { .ctx = ctx, .read = unpack, .limits = true };
	struct syb_bytes bytes = file ? syb_file_bytes(file) : (struct syb_bytes){ 0 };

	if (!ok(file && unpack(ctx, bytes) == 0, "%s", name))
		return;
	damage_cuts(&d, bytes);
	damage_each(&d, bytes, values, ARRAY_SIZE(values));
	ok(d.odd == 0, "%s cut and damaged at every byte", name);
	torture(work, &bytes);
	torture(open_package, &bytes);
}

/* Offsets of the fields of tests/golden/bundle/binary, and what a number that makes no sense must lead to. */
static void fields(struct syb_ctx *ctx)
{
	static const struct {
		const char *what;
		size_t at;
		const char *check;
	} cases[] = {
		{ "count", 24, "bundle" },
		{ "entry[0].offset", 32, "bundle-entry" },
		{ "entry[0].size", 40, "bundle-entry" },
		{ "entry[0].id_size", 48, "bundle-entry" },
		{ "entry[1].offset", 83, "bundle-entry" },
		{ "entry[1].size", 91, "bundle-entry" },
		{ "entry[1].id_size", 99, "bundle-entry" },
	};
	static const uint64_t numbers[] = { UINT64_MAX, INT64_MAX, UINT32_MAX, 1 << 20 };
	_cleanup_(syb_file_close_p) struct syb_file *file = golden_bundle(ctx, "binary");
	uint8_t copy[512];
	size_t len = file ? syb_file_bytes(file).len : sizeof(copy) + 1;

	for (size_t i = 0; i < ARRAY_SIZE(cases) && len < sizeof(copy); i++)
		for (size_t n = 0; n < ARRAY_SIZE(numbers); n++) {
			memcpy(copy, syb_file_bytes(file).ptr, len);
			memcpy(copy + cases[i].at, &numbers[n], sizeof(numbers[n]));
			is_int(unpack(ctx, (struct syb_bytes){ copy, len }), -SYB_E_FORMAT);
			ok(str_eq(first_check(ctx), cases[i].check), "%s = %#llx", cases[i].what,
			   (unsigned long long)numbers[n]);
			syb_ctx_diag_clear(ctx);
		}
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();

	entries(ctx);
	stops(ctx);
	content(ctx);
	ids();
	packages(ctx);
	fields(ctx);
	is_int(syb_ctx_diag_count(ctx), 0);
	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		damage(ctx, files[i]);
	syb_ctx_free(ctx);
	return tap_done();
}
