/* Kernels that native images lack: which checks fire, whatever the image looks like. */
#include "lib/offload.h"
#include "lib/torture.h"

#include "format/elf/elf.h"
#include "format/spirv/spirv.h"
#include "format/syclbin/syclbin.h"

#define GEN "spir64_gen-unknown-unknown"

/* A package of one module with one native image. */
static struct syb_file *package(struct syb_ctx *ctx, const char *properties, struct syb_bytes spirv,
				struct syb_bytes native)
{
	const struct syb_image_desc ir = { .size = sizeof(ir), .target = "spir64-unknown-unknown", .bytes = spirv };
	const struct syb_image_desc image = {
		.size = sizeof(image), .kind = SYB_IMAGE_NATIVE, .arch = "acm_g10", .target = GEN, .bytes = native
	};
	_cleanup_(syb_bin_writer_free_p) struct syb_bin_writer *w = NULL;
	int r = syb_bin_writer_new(ctx, NULL, &w);

	if (r == 0)
		r = syb_bin_writer_state(ctx, w, SYB_STATE_EXECUTABLE);
	if (r == 0)
		r = syb_bin_writer_module(ctx, w, str_bytes(properties));
	if (r == 0 && spirv.len)
		r = syb_bin_writer_image(ctx, w, &ir);
	if (r == 0)
		r = syb_bin_writer_image(ctx, w, &image);
	return r < 0 ? NULL : written(ctx, w);
}

/* How often a check fires. */
static size_t fired(const struct syb_ctx *ctx, const char *check)
{
	size_t count = 0;

	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		count += str_eq(syb_ctx_diag_at(ctx, i)->check, check);
	return count;
}

static int check(struct syb_ctx *ctx, const char *properties, struct syb_bytes spirv, struct syb_bytes native)
{
	struct syb_file *file = package(ctx, properties, spirv, native);
	int r = file ? syb_check(ctx, syb_file_bytes(file), NULL) : -SYB_E_INTERNAL;

	syb_file_close(file);
	return r;
}

static void expect(struct syb_ctx *ctx, const char *properties, struct syb_bytes spirv, struct syb_bytes native,
		   size_t missing, size_t unchecked, const char *what)
{
	check(ctx, properties, spirv, native);
	ok(fired(ctx, "kernel-missing") == missing && fired(ctx, "kernel-unchecked") == unchecked, "%s", what);
	syb_ctx_diag_clear(ctx);
}

#define BOTH "[SYCL/kernel names]\nadd=1|1\nlast=1|1\n"
#define NONE "[SYCL/exported symbols]\nf=1|1\n"

/* Entry points add, last (kernels) and main (a shader). */
static const uint32_t module_words[] = {
	0x07230203,
	0x10000,
	0,
	9,
	0,
	4 << 16 | 15,
	6,
	1,
	'a' | 'd' << 8 | 'd' << 16,
	5 << 16 | 15,
	6,
	2,
	'l' | 'o' << 8 | 's' << 16 | (uint32_t)'t' << 24,
	0,
	5 << 16 | 15,
	4,
	3,
	'm' | 'a' << 8 | 'i' << 16 | (uint32_t)'n' << 24,
	0,
	2 << 16 | 54,
	0,
	4 << 16 | 15,
	6,
	1,
	'b' | 'a' << 8 | 'd' << 16,
};

struct names {
	char text[64];
};

static int add_name(void *user, const char *name, size_t len)
{
	struct names *n = user;

	snprintf(n->text + strlen(n->text), sizeof(n->text) - strlen(n->text), "%.*s ", (int)len, name);
	return 0;
}

static void spirv_names(struct syb_ctx *ctx)
{
	uint32_t swapped[ARRAY_SIZE(module_words)];
	size_t odd = 0;

	for (int big = 0; big < 2; big++) {
		struct names n = { "" };

		for (size_t i = 0; i < ARRAY_SIZE(swapped); i++)
			swapped[i] = big ? __builtin_bswap32(module_words[i]) : module_words[i];
		is_int(spirv_each_kernel(ctx, (struct span){ (uint8_t *)swapped, sizeof(swapped), 0 }, add_name, &n),
		       0);
		is_str(n.text, "add lost ");
	}
	for (size_t len = 0; len < sizeof(module_words); len++) {
		struct names n = { "" };
		uint8_t *copy = malloc(len ? len : 1);

		memcpy(copy, module_words, len);
		odd += spirv_each_kernel(ctx, (struct span){ copy, len, 0 }, add_name, &n) != 0;
		free(copy);
	}
	ok(odd == 0, "a SPIR-V module cut at every byte");
}

/* No damage to an image makes the check stop, or fail with anything but findings. */
static void damage(struct syb_ctx *ctx, struct syb_bytes native, size_t step)
{
	uint8_t *copy = malloc(native.len);
	size_t odd = 0;

	memcpy(copy, native.ptr, native.len);
	for (size_t i = 0; i < native.len; i += step) {
		int r;

		copy[i] ^= 0xff;
		r = check(ctx, BOTH, (struct syb_bytes){ 0 }, (struct syb_bytes){ copy, native.len });
		odd += r != 0 && r != -SYB_E_INCOMPATIBLE;
		copy[i] ^= 0xff;
		syb_ctx_diag_clear(ctx);
	}
	ok(odd == 0, "damaged images");
	free(copy);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	int r = syb_check(ctx, *(struct syb_bytes *)arg, NULL);

	return r == -SYB_E_INCOMPATIBLE ? 0 : r;
}

static int count_name(void *user, const char *name, size_t len, unsigned type)
{
	(void)type;
	*(size_t *)user += len == strlen(name);
	return 0;
}

static void elf_names(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	uint8_t *copy = malloc(bytes.len);
	size_t odd = 0, count = 0;

	is_int(elf_each_name(ctx, span_of(bytes, 0), count_name, &count), 0);
	is_int(count, 7 + 3);
	memcpy(copy, bytes.ptr, bytes.len);
	for (size_t i = 0; i < bytes.len; i++) {
		int r = elf_each_name(ctx, (struct span){ copy, i, 0 }, count_name, &count);

		odd += r != 0 && r != -SYB_E_FORMAT;
		copy[i] ^= 0x55;
		r = elf_each_name(ctx, (struct span){ copy, bytes.len, 0 }, count_name, &count);
		odd += r != 0 && r != -SYB_E_FORMAT && r != -SYB_E_LIMIT;
		copy[i] ^= 0x55;
		syb_ctx_diag_clear(ctx);
	}
	ok(odd == 0, "names of an ELF file cut and damaged at every byte");
	free(copy);
}

int main(void)
{
	const struct syb_bytes none = { 0 }, spirv = { (const uint8_t *)module_words, sizeof(module_words) };
	struct syb_ctx *ctx = test_ctx();
	struct syb_file *file = golden(ctx, "zebin/two-acm-g10.zebin"), *fat = golden(ctx, "zebin/two-fat"), *whole;
	struct syb_bytes zebin = syb_file_bytes(file), archive = syb_file_bytes(fat), bytes;

	expect(ctx, BOTH, none, zebin, 0, 0, "all there");
	expect(ctx, BOTH, none, archive, 0, 0, "all there, for two devices");
	expect(ctx, BOTH "lost=1|1\n", none, zebin, 1, 0, "one missing");
	expect(ctx, BOTH "lost=1|1\n", none, archive, 2, 0, "missing for two devices");
	expect(ctx, NONE, spirv, zebin, 1, 0, "named by SPIR-V");
	expect(ctx, BOTH, spirv, zebin, 1, 0, "properties come first, and the SPIR-V lacks one of them");
	expect(ctx, NONE, none, zebin, 0, 0, "nothing names kernels");
	expect(ctx, BOTH, none, str_bytes("!<arch>\n"), 0, 1, "an empty archive");
	expect(ctx, BOTH, none, str_bytes("\177ELF and so on"), 0, 1, "not quite ELF");
	expect(ctx, BOTH, none, str_bytes("who knows"), 0, 0, "bytes of an unknown kind are left to another rule");
	spirv_names(ctx);
	elf_names(ctx, zebin);
	damage(ctx, zebin, 7);
	damage(ctx, archive, 101);
	whole = package(ctx, BOTH "lost=1|1\n", none, archive);
	bytes = syb_file_bytes(whole);
	torture(work, &bytes);
	syb_file_close(whole);
	syb_file_close(file);
	syb_file_close(fat);
	syb_ctx_free(ctx);
	return tap_done();
}
