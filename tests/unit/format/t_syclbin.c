/* Reader and writer of SYCLBIN packages: known dumps, every pair of forms, old writers' mistake, damage. */
#include "lib/package.h"
#include "lib/tap.h"
#include "lib/torture.h"

#include "base/sha256.h"
#include "format/syclbin/syclbin.h"

#define KERNELS(name) "[SYCL/kernel names]\n" name "=1|1\n"

static const struct form {
	const char *name;
	struct syb_bin_write_opts opts;
} forms[] = {
	{ "bare", { .format_version = 1, .container = SYB_CONTAINER_NONE } },
	{ "enveloped", { .format_version = 1, .container = SYB_CONTAINER_OFFLOAD } },
	{ "version 2", { .format_version = 2, .container = SYB_CONTAINER_OFFLOAD } },
	{ "zstd", { .format_version = 1, .container = SYB_CONTAINER_OFFLOAD, .compress = SYB_COMPRESS_ZSTD } },
	{ "zlib", { .format_version = 1, .container = SYB_CONTAINER_OFFLOAD, .compress = SYB_COMPRESS_ZLIB } },
	{ "version 2 zstd",
	  { .format_version = 2, .container = SYB_CONTAINER_OFFLOAD, .compress = SYB_COMPRESS_ZSTD } },
};

static struct syb_bin_writer *new_writer(struct syb_ctx *ctx, const struct syb_bin_write_opts *opts)
{
	struct syb_bin_write_opts o = *opts;
	struct syb_bin_writer *w = NULL;

	o.size = sizeof(o);
	return syb_bin_writer_new(ctx, &o, &w) < 0 ? NULL : w;
}

/* The file of the facts' model dumps. */
static struct syb_file *model_file(struct syb_ctx *ctx, const struct syb_bin_write_opts *opts)
{
	struct syb_bin_writer *w = new_writer(ctx, opts);
	struct syb_file *file = NULL;

	if (w && syb_bin_writer_state(ctx, w, SYB_STATE_INPUT) == 0 &&
	    syb_bin_writer_module(ctx, w, str_bytes(KERNELS("__sycl_kernel_TestKernel"))) == 0 &&
	    add_ir(ctx, w, SYB_IR_SPIRV, "spir64-unknown-unknown", "IRDATA!") == 0)
		file = written(ctx, w);
	syb_bin_writer_free(w);
	return file;
}

/* Three modules with several images, odd sizes, a module without metadata. */
static struct syb_file *rich_file(struct syb_ctx *ctx, const struct syb_bin_write_opts *opts)
{
	struct syb_bin_writer *w = new_writer(ctx, opts);
	struct syb_file *file = NULL;

	if (w &&
	    syb_bin_writer_global(ctx, w, str_bytes("[SYCLBIN/global metadata]\nstate=1|2\nfuture=7|x y\n")) == 0 &&
	    syb_bin_writer_module(ctx, w, str_bytes(KERNELS("a") "[SYCL/my own set]\nkey=3|kept\n")) == 0 &&
	    add_ir(ctx, w, SYB_IR_SPIRV, "spir64-unknown-unknown", "one") == 0 &&
	    add_native(ctx, w, "pvc", "spir64_gen-unknown-unknown", "native") == 0 &&
	    syb_bin_writer_module(ctx, w, str_bytes("")) == 0 &&
	    add_ir(ctx, w, SYB_IR_PTX, "nvptx64-nvidia-cuda", "second module") == 0 &&
	    add_ir(ctx, w, SYB_IR_AMDGCN, "amdgcn-amd-amdhsa", "x") == 0 &&
	    syb_bin_writer_module(ctx, w, str_bytes(KERNELS("c"))) == 0 &&
	    add_native(ctx, w, "sm_80", "nvptx64-nvidia-cuda", "cubin") == 0)
		file = written(ctx, w);
	syb_bin_writer_free(w);
	return file;
}

static struct syb_bin *open_bytes(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	struct syb_bin *bin = NULL;

	return syb_bin_open(ctx, bytes, NULL, &bin) < 0 ? NULL : bin;
}

static bool bytes_equal(struct syb_bytes a, struct syb_bytes b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static bool bins_equal(const struct syb_bin *a, const struct syb_bin *b)
{
	if (!a || !b || syb_bin_module_count(a) != syb_bin_module_count(b) ||
	    !bytes_equal(syb_bin_metadata(a, NULL), syb_bin_metadata(b, NULL)))
		return false;
	for (size_t i = 0; i < syb_bin_module_count(a); i++) {
		const struct syb_module *m = syb_bin_module_at(a, i), *n = syb_bin_module_at(b, i);

		if (syb_module_image_count(m) != syb_module_image_count(n) ||
		    !bytes_equal(syb_module_metadata(m, NULL), syb_module_metadata(n, NULL)))
			return false;
		for (size_t k = 0; k < syb_module_image_count(m); k++) {
			const struct syb_image *x = syb_module_image_at(m, k), *y = syb_module_image_at(n, k);

			if (syb_image_kind(x) != syb_image_kind(y) ||
			    !bytes_equal(syb_image_bytes(x), syb_image_bytes(y)) ||
			    !bytes_equal(span_bytes(x->metadata), span_bytes(y->metadata)))
				return false;
		}
	}
	return true;
}

static void test_model_dumps(struct syb_ctx *ctx)
{
	static const struct {
		size_t form;
		size_t size;
		const char *hash;
	} dumps[] = {
		{ 0, 304, "cffc75c38875f0f410d39017b28616b2e1205e0f80c00b4d2b1eaf9862b66a80" },
		{ 2, 696, "ece9e0246d2130431e91167e2e8110c9410c26f07f00fb8da1e00fbd1efb62d9" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(dumps); i++) {
		struct syb_file *file = model_file(ctx, &forms[dumps[i].form].opts);
		char hex[SHA256_HEX] = "";

		if (ok(file != NULL, "%s model is written", forms[dumps[i].form].name)) {
			is_int(syb_file_bytes(file).len, dumps[i].size);
			sha256_hex(syb_file_bytes(file).ptr, syb_file_bytes(file).len, hex);
			is_str(hex, dumps[i].hash);
		}
		syb_file_close(file);
	}
}

static void test_facts(struct syb_ctx *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
		struct syb_file *file = rich_file(ctx, &forms[i].opts);
		struct syb_bin *bin = file ? open_bytes(ctx, syb_file_bytes(file)) : NULL;
		uint32_t number = 0;

		if (!ok(bin != NULL, "%s opens", forms[i].name)) {
			syb_file_close(file);
			continue;
		}
		is_int(syb_bin_format_version(bin), forms[i].opts.format_version);
		is_int(syb_bin_container(bin), forms[i].opts.container);
		is_int(syb_bin_compress(bin), forms[i].opts.compress);
		is_int(syb_bin_state(bin, &number), 0);
		is_int(number, SYB_STATE_EXECUTABLE);
		is_int(syb_bin_module_count(bin), 3);
		is_int(syb_module_image_count(syb_bin_module_at(bin, 0)), 2);
		is_str(syb_image_arch(syb_module_image_at(syb_bin_module_at(bin, 0), 1)), "pvc");
		is_str(syb_image_target(syb_module_image_at(syb_bin_module_at(bin, 2), 0)), "nvptx64-nvidia-cuda");
		is_int(syb_image_ir_type(syb_module_image_at(syb_bin_module_at(bin, 1), 1), &number), 0);
		is_int(number, SYB_IR_AMDGCN);
		ok(syb_image_arch(syb_module_image_at(syb_bin_module_at(bin, 1), 0)) == NULL, "IR has no arch");
		is_int(syb_image_ir_type(syb_module_image_at(syb_bin_module_at(bin, 2), 0), &number), -SYB_E_NOTFOUND);
		if (forms[i].opts.compress == SYB_COMPRESS_NONE) {
			const struct syb_image *image = syb_module_image_at(syb_bin_module_at(bin, 1), 0);

			ok(memcmp(syb_file_bytes(file).ptr + syb_image_offset(image), "second module", 13) == 0,
			   "offsets are absolute");
		}
		syb_bin_close(bin);
		syb_file_close(file);
	}
}

/* From every form to every form and back: nothing is lost, and the bytes come back. */
static void test_pairs(struct syb_ctx *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(forms); i++)
		for (size_t k = 0; k < ARRAY_SIZE(forms); k++) {
			struct syb_file *a = rich_file(ctx, &forms[i].opts), *b = NULL, *c = NULL;
			struct syb_bin *bin_a = open_bytes(ctx, syb_file_bytes(a)), *bin_b = NULL;
			struct syb_pack *pack = NULL;
			struct syb_bin_write_opts to = forms[k].opts, back = forms[i].opts;
			bool good = false;

			to.size = back.size = sizeof(to);
			if (syb_pack_new(ctx, &to, &pack) == 0 && syb_pack_bin(ctx, pack, bin_a) == 0)
				b = written(ctx, syb_pack_writer(pack));
			syb_pack_free(pack);
			pack = NULL;
			bin_b = b ? open_bytes(ctx, syb_file_bytes(b)) : NULL;
			good = bins_equal(bin_a, bin_b);
			if (good && syb_pack_new(ctx, &back, &pack) == 0 && syb_pack_bin(ctx, pack, bin_b) == 0)
				c = written(ctx, syb_pack_writer(pack));
			ok(good && c && bytes_equal(syb_file_bytes(a), syb_file_bytes(c)), "%s to %s and back",
			   forms[i].name, forms[k].name);
			syb_pack_free(pack);
			syb_bin_close(bin_a);
			syb_bin_close(bin_b);
			syb_file_close(a);
			syb_file_close(b);
			syb_file_close(c);
		}
}

static void put_u32(uint8_t *p, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		p[i] = (uint8_t)(v >> 8 * i);
}

/* Writers before May 2025 left first indices 0. */
static void test_first_index(struct syb_ctx *ctx)
{
	struct syb_file *file = rich_file(ctx, &forms[0].opts);
	struct syb_bytes good = syb_file_bytes(file);
	uint8_t *copy = malloc(good.len);
	struct syb_bin *want = open_bytes(ctx, good), *got;

	memcpy(copy, good.ptr, good.len);
	for (size_t m = 0; m < 3; m++) {
		put_u32(copy + 56 + 32 * m + 20, 0);
		put_u32(copy + 56 + 32 * m + 28, 0);
	}
	syb_ctx_diag_clear(ctx);
	got = open_bytes(ctx, (struct syb_bytes){ copy, good.len });
	ok(bins_equal(want, got), "first indices of 0 are repaired");
	is_str(first_check(ctx), "syclbin-first-index");
	is_int(syb_ctx_count(ctx, SYB_SEVERITY_ERROR), 0);
	syb_bin_close(want);
	syb_bin_close(got);
	syb_file_close(file);
	free(copy);
}

static void walk(struct syb_ctx *ctx, const struct syb_bin *bin)
{
	volatile uint8_t sum = 0;

	for (size_t i = 0; i < syb_bin_module_count(bin); i++) {
		const struct syb_module *m = syb_bin_module_at(bin, i);
		struct syb_props *props = NULL;

		if (syb_module_props(ctx, m, &props) == 0)
			syb_props_free(props);
		for (size_t k = 0; k < syb_module_image_count(m); k++) {
			struct syb_bytes b = syb_image_bytes(syb_module_image_at(m, k));

			for (size_t n = 0; n < b.len; n++)
				sum = (uint8_t)(sum + b.ptr[n]);
		}
	}
}

/* Every shorter file is refused with a diagnostic, or lacks only padding. The copy has its exact size, so that a
 * sanitizer sees the first byte read too many. */
static void test_truncation(struct syb_ctx *ctx)
{
	for (size_t f = 0; f < ARRAY_SIZE(forms); f++) {
		struct syb_file *file = rich_file(ctx, &forms[f].opts);
		struct syb_bytes all = syb_file_bytes(file);
		size_t opened = 0, silent = 0, refused = 0;

		for (size_t len = 0; len < all.len; len++) {
			uint8_t *copy = malloc(len ? len : 1);
			struct syb_bin *bin;

			memcpy(copy, all.ptr, len);
			syb_ctx_diag_clear(ctx);
			bin = open_bytes(ctx, (struct syb_bytes){ copy, len });
			if (bin) {
				opened++;
				walk(ctx, bin);
			} else if (syb_ctx_count(ctx, SYB_SEVERITY_ERROR) == 0) {
				silent++;
			} else {
				refused++;
			}
			syb_bin_close(bin);
			free(copy);
		}
		ok(refused > 0 && opened < 8, "%s: %zu truncated files lack only padding", forms[f].name, opened);
		ok(silent == 0, "%s: every refusal is reported", forms[f].name);
		syb_file_close(file);
	}
}

/* Every 32-bit field of the headers, with the values that break things. */
static void test_corruption(struct syb_ctx *ctx)
{
	static const uint32_t values[] = { 0, 1, 2, 7, 0x7fffffff, 0x80000000, 0xfffffff8, 0xffffffff };

	for (size_t f = 0; f < 3; f++) {
		struct syb_file *file = rich_file(ctx, &forms[f].opts);
		struct syb_bytes all = syb_file_bytes(file);
		size_t silent = 0, tries = 0;

		for (size_t at = 0; at + 8 <= all.len && at < 1024; at += 4)
			for (size_t v = 0; v < ARRAY_SIZE(values) * 2; v++) {
				uint8_t *copy = malloc(all.len);
				struct syb_bin *bin;

				memcpy(copy, all.ptr, all.len);
				put_u32(copy + at, values[v % ARRAY_SIZE(values)]);
				if (v >= ARRAY_SIZE(values)) /* the pair that overflows when added */
					put_u32(copy + at + 4, 0xffffffff);
				syb_ctx_diag_clear(ctx);
				bin = open_bytes(ctx, (struct syb_bytes){ copy, all.len });
				if (bin)
					walk(ctx, bin);
				else if (syb_ctx_count(ctx, SYB_SEVERITY_ERROR) == 0)
					silent++;
				syb_bin_close(bin);
				free(copy);
				tries++;
			}
		ok(tries > 0 && silent == 0, "%s: %zu corruptions, none refused silently", forms[f].name, tries);
		syb_file_close(file);
	}
}

/* Write, read, rewrite and check, with every allocation refused in turn. */
static int whole_life(struct syb_ctx *ctx, void *arg)
{
	const struct form *form = arg;
	struct syb_bin_write_opts opts = form->opts;
	struct syb_file *a = rich_file(ctx, &form->opts), *b = NULL;
	struct syb_pack *pack = NULL;
	struct syb_bin *bin = NULL;
	int r = a ? 0 : -SYB_E_NOMEM;

	opts.size = sizeof(opts);
	opts.dialect = SYB_DIALECT_SPEC;
	if (r == 0)
		r = syb_bin_open(ctx, syb_file_bytes(a), NULL, &bin);
	if (r == 0)
		r = syb_pack_new(ctx, &opts, &pack);
	if (r == 0)
		r = syb_pack_bin(ctx, pack, bin);
	if (r == 0 && !(b = written(ctx, syb_pack_writer(pack))))
		r = -SYB_E_NOMEM;
	if (r == 0 && syb_check(ctx, syb_file_bytes(b), NULL) == -SYB_E_NOMEM)
		r = -SYB_E_NOMEM;
	syb_pack_free(pack);
	syb_bin_close(bin);
	syb_file_close(a);
	syb_file_close(b);
	return r;
}

int main(void)
{
	struct syb_ctx *ctx = NULL;

	if (!ok(syb_ctx_new(NULL, &ctx) == 0, "context"))
		return tap_done();
	test_model_dumps(ctx);
	test_facts(ctx);
	test_pairs(ctx);
	test_first_index(ctx);
	test_truncation(ctx);
	test_corruption(ctx);
	for (size_t i = 0; i < syb_ctx_diag_count(ctx) && i < 3; i++)
		printf("# %s\n", syb_ctx_diag_at(ctx, i)->text);
	syb_ctx_free(ctx);
	for (size_t i = 0; i < 3; i++)
		torture(whole_life, (void *)(uintptr_t)&forms[i]);
	return tap_done();
}
